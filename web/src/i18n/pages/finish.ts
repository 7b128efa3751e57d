/** The sentences at the end of a game. */
import { defineTexts } from '..';

export const finishText = defineTexts({
  de: {
    level: '{name} holt im Mittel {mean}.',
    first: 'Dein erstes Ergebnis: schlag die {n}!',
    best: {
      one: 'Dein neuer Rekord, {n} Punkt mehr als bisher.',
      other: 'Dein neuer Rekord, {n} Punkte mehr als bisher.',
    },
    equal: 'So gut wie dein Rekord.',
    best_is: { one: 'Dein Rekord bleibt {n} Punkt.', other: 'Dein Rekord bleibt {n} Punkte.' },
    better: 'Besser als {worse} deiner letzten {n} Partien.',
    better_all: 'Besser als alle deine letzten {n} Partien.',
    trend: 'Deine letzten fünf Partien brachten im Mittel {now} Punkte, die davor {before}.',
    average: 'Genau dein Mittel der letzten Partien: {average}.',
    above: {
      one: '{n} Punkt über deinem Mittel von {average}.',
      other: '{n} Punkte über deinem Mittel von {average}.',
    },
    below: {
      one: '{n} Punkt unter deinem Mittel von {average}.',
      other: '{n} Punkte unter deinem Mittel von {average}.',
    },
    uncounted: 'Diese Partie zählt nicht zu deinen Ergebnissen.',
  },
  en: {
    level: '{name} averages {mean}.',
    first: 'Your first result: {n} to beat.',
    best: { one: 'Your new best, {n} point above the old one.', other: 'Your new best, {n} points above the old one.' },
    equal: 'As good as your best.',
    best_is: { one: 'Your best is still {n} point.', other: 'Your best is still {n} points.' },
    better: 'Better than {worse} of your last {n} games.',
    better_all: 'Better than all of your last {n} games.',
    trend: 'Your last five games averaged {now} points, up from {before}.',
    average: 'Exactly your average of {average}.',
    above: { one: '{n} point above your average of {average}.', other: '{n} points above your average of {average}.' },
    below: { one: '{n} point below your average of {average}.', other: '{n} points below your average of {average}.' },
    uncounted: 'This game isn’t counted among your results.',
  },
  it: {
    level: '{name} fa in media {mean}.',
    first: 'Il tuo primo risultato: batti {n}!',
    best: { one: 'Il tuo nuovo record, {n} punto in più.', other: 'Il tuo nuovo record, {n} punti in più.' },
    equal: 'Alla pari del tuo record.',
    best_is: { one: 'Il tuo record resta {n} punto.', other: 'Il tuo record resta {n} punti.' },
    better: 'Meglio di {worse} delle tue ultime {n} partite.',
    better_all: 'Meglio di tutte le tue ultime {n} partite.',
    trend: 'Le tue ultime cinque partite: in media {now} punti, prima {before}.',
    average: 'Esattamente la tua media: {average}.',
    above: { one: '{n} punto sopra la tua media di {average}.', other: '{n} punti sopra la tua media di {average}.' },
    below: { one: '{n} punto sotto la tua media di {average}.', other: '{n} punti sotto la tua media di {average}.' },
    uncounted: 'Questa partita non conta fra i tuoi risultati.',
  },
});
