// A guided first round of Knister.
import { entered, rolled, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { infoOf } from '../../lib/game/position';

const guideText = defineTexts({
  de: {
    roll: 'Zwei Würfel, eine Zahl: Zieh den Hebel[ oder drück R].',
    enter:
      'Tipp ein Feld an, um die {number} einzutragen. Jedes freie ist erlaubt[; mit den Pfeiltasten und Enter geht es auch].',
    lines:
      'Eine volle Linie zählt ihre beste Kombination: Paar 1, Drilling 3, Straße 8 oder 12. Wo ein Feld eine füllt, steht es darin.',
    diagonals: 'Die beiden Diagonalen zählen doppelt. Heb sie dir für das auf, was oft fällt: 6, 7 und 8.',
    end: 'So geht es 25 Würfe lang. Mehr als 50 Punkte sind gut. Viel Spaß!',
  },
  en: {
    roll: 'Two dice make one number: pull the lever[ or press R].',
    enter: 'Tap a cell to write the {number} in it. Any free one will do[; arrow keys and Enter work as well].',
    lines:
      'A full line scores its best combination: pair 1, three equal 3, straight 8 or 12. A cell that fills one shows its points.',
    diagonals: 'Both diagonals count double. Keep them for the most frequent sums: 6, 7 and 8.',
    end: 'It goes on like this for 25 rolls. More than 50 points is good. Have fun!',
  },
  it: {
    roll: 'Due dadi, un numero: tira la leva[ o premi R].',
    enter:
      'Tocca una casella per scriverci il {number}. Va bene ogni casella libera[; puoi usare anche le frecce e Invio].',
    lines:
      'Una linea piena vale la sua combinazione migliore: coppia 1, tris 3, scala 8 o 12. La casella che la completa lo mostra.',
    diagonals: 'Le due diagonali valgono doppio. Tienile per i numeri che escono spesso: 6, 7 e 8.',
    end: 'Si continua così per 25 lanci. Più di 50 punti è un buon risultato. Buon divertimento!',
  },
});

export default [
  { about: 'lever', text: () => guideText('roll'), done: rolled },
  { about: 'sheet', text: (now) => guideText('enter', { number: infoOf(now).number ?? '' }), done: entered },
  { about: 'sheet', text: () => guideText('lines') },
  { about: 'sheet', text: () => guideText('diagonals') },
  { about: 'lever', text: () => guideText('end') },
] satisfies Steps;
