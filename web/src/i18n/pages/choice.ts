/** The texts of actions in the coach’s lists. */
import { defineTexts } from '..';

export const choiceWords = defineTexts({
  de: {
    keep: '{dice} behalten',
    keep_none: 'alle neu würfeln',
    free: 'Freiwurf, {dice} behalten',
    circle: '{cells} einkreisen',
    with_colour: '{cell} mit {colour}',
    roll: 'würfeln',
    end: 'Zug beenden',
    pass: 'passen',
    of_seat: '{die}: {name}',
    of_row: '{die}: {field} von {name}',
  },
  en: {
    keep: 'keep {dice}',
    keep_none: 'roll all again',
    free: 'free roll, keep {dice}',
    circle: 'circle {cells}',
    with_colour: '{cell} with {colour}',
    roll: 'roll',
    end: 'end the turn',
    pass: 'pass',
    of_seat: '{die}: {name}',
    of_row: '{die}: {name}’s {field}',
  },
  it: {
    keep: 'tieni {dice}',
    keep_none: 'rilancia tutti',
    free: 'tiro libero, tieni {dice}',
    circle: 'cerchia {cells}',
    with_colour: '{cell} con {colour}',
    roll: 'lancia',
    end: 'fine turno',
    pass: 'passa',
    of_seat: '{die}: {name}',
    of_row: '{die}: {field} di {name}',
  },
});
