// A guided first round of Knapp Daneben!
import { colourLabel } from '../../dice/colours';
import { entered, rolled, type Steps } from '../../guide/steps';
import { locale, defineTexts } from '../../i18n';
import { sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import type { KnappDanebenSheet } from './types';

const guideText = defineTexts({
  de: {
    roll: 'Fünf Würfel in fünf Farben, deine ist {colour}. Zieh den Hebel[ oder drück R].',
    pair: 'Tipp einen anderen Würfel an: Darunter steht seine Summe mit deinem. Dann tipp auf einen Kreis in deiner oder seiner Farbe.',
    boxes:
      'Liegen zwei Nachbarn um genau 1 auseinander, gilt das Kästchen dazwischen. Vier in einer Reihe bringen 10 Punkte.',
    rare: 'Seltene Zahlen zählen extra: 3, 4, 10, 11 je 2 Punkte, 2 und 12 je 4. Was ein Kreis bringt, steht darin.',
    end: 'So geht es 25 Runden lang: immer knapp daneben. Viel Spaß!',
  },
  en: {
    roll: 'Five dice in five colours; yours is {colour}. Pull the lever[ or press R].',
    pair: 'Tap another die: its sum with yours is shown below it. Then tap a circle of your colour or of that die’s colour.',
    boxes: 'Two neighbours that differ by exactly 1 tick the box between them. Four ticks in a row or column score 10.',
    rare: 'Rare numbers score extra: 3, 4, 10, 11 two points each, 2 and 12 four. A circle shows what it scores.',
    end: 'It goes on like this for 25 rounds: always just off. Have fun!',
  },
  it: {
    roll: 'Cinque dadi di cinque colori; il tuo è {colour}. Tira la leva[ o premi R].',
    pair: 'Tocca un altro dado: sotto c’è la somma con il tuo. Poi tocca un cerchio del tuo colore o del suo.',
    boxes: 'Due vicini che differiscono di 1 spuntano la casellina fra loro. Quattro in una linea valgono 10 punti.',
    rare: 'I numeri rari danno punti in più: 3, 4, 10, 11 due, 2 e 12 quattro. Il cerchio mostra quanti ne porta.',
    end: 'Si continua così per 25 giri: sempre di poco fuori. Buon divertimento!',
  },
});

function ownColour(now: Position): string {
  const colour = sheetOf<KnappDanebenSheet>(now, now.seat ?? -1)?.colour;
  const name = colour ? colourLabel(colour) : '';
  return locale() === 'de' ? name : name.toLocaleLowerCase(locale());
}

export default [
  { about: 'lever', text: (now) => guideText('roll', { colour: ownColour(now) }), done: rolled },
  { about: 'dice', text: () => guideText('pair'), done: entered },
  { about: 'sheet', text: () => guideText('boxes') },
  { about: 'sheet', text: () => guideText('rare') },
  { about: 'lever', text: () => guideText('end') },
] satisfies Steps;
