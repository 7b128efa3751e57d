// A guided first round of Knaster.
import { entered, rolled, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { infoOf } from '../../lib/game/position';

const guideText = defineTexts({
  de: {
    roll: 'Zwei Würfel fallen für alle: Zieh den Hebel[ oder drück R].',
    enter: 'Tipp ein freies Feld an, um die {number} einzutragen[; mit den Pfeiltasten und Enter geht es auch].',
    circle: 'Fällt eine Zahl wieder, darfst du statt zu schreiben ein Feld einkreisen, in dem sie schon steht.',
    lines: 'Macht dein Eintrag eine Linie voll, schenkt ihre Kombination Kreise: Drilling 1, Full House 2, Straße 3.',
    end: 'Nur Kreise zählen: jeder 1 Punkt, eine ganz eingekreiste Linie dazu die Zahl an ihrem Ende. Viel Spaß!',
  },
  en: {
    roll: 'Two dice are rolled for everybody: pull the lever[ or press R].',
    enter: 'Tap a free cell to write the {number} in it[; arrow keys and Enter work as well].',
    circle: 'When a number is rolled again, you may circle a cell that already holds it instead of writing.',
    lines: 'When your entry fills a line, its combination earns circles: three equal 1, full house 2, straight 3.',
    end: 'Only circles count: 1 point each, and a fully circled line adds the number at its end. Have fun!',
  },
  it: {
    roll: 'Due dadi valgono per tutti: tira la leva[ o premi R].',
    enter: 'Tocca una casella libera per scriverci il {number}[; puoi usare anche le frecce e Invio].',
    circle: 'Se un numero esce di nuovo, invece di scrivere puoi cerchiare una casella che lo contiene già.',
    lines: 'Se completi una linea, la sua combinazione regala cerchi: tris 1, full 2, scala 3.',
    end: 'Contano solo i cerchi: 1 punto l’uno, e una linea tutta cerchiata vale anche il numero in fondo. Buon divertimento!',
  },
});

export default [
  { about: 'lever', text: () => guideText('roll'), done: rolled },
  { about: 'sheet', text: (now) => guideText('enter', { number: infoOf(now).number ?? '' }), done: entered },
  { about: 'sheet', text: () => guideText('circle') },
  { about: 'sheet', text: () => guideText('lines') },
  { about: 'sheet', text: () => guideText('end') },
] satisfies Steps;
