// A guided first turn of Knöffel.
import { bestEntry, entered, rolled, rolledAgain, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { fieldLabel, points } from '../../sheet/labels';
import type { Position } from '../../wire';

const guideText = defineTexts({
  de: {
    roll: 'Fünf Würfel, bis zu drei Würfe: Zieh den Hebel[ oder drück R].',
    keep: 'Tipp die Würfel an, die liegen bleiben[ (Tasten 1–5)], und würfle weiter. Du kannst auch gleich etwas eintragen.',
    enter:
      'In jedem Feld steht, was der Wurf dort bringt, am meisten bei {field}: {points}. Tipp das Feld an, das du füllen willst.',
    strike: 'Jedes Feld zählt, was der Wurf dort bringt; passt er nicht, streichst du es. Tipp eines an.',
    columns:
      'Du füllst zwei Spalten, in beliebiger Reihenfolge. Ab 63 Punkten bei Einsern bis Sechsern gibt es 35 dazu.',
    free: 'Nach dem dritten Wurf kannst du einen vierten kaufen, für 5 Punkte bei den Freiwürfen der Spalte. Viel Spaß!',
  },
  en: {
    roll: 'Five dice, up to three rolls: pull the lever[ or press R].',
    keep: 'Tap the dice that stay[ (keys 1–5)] and roll again. Or enter something right away.',
    enter:
      'Every field shows what the dice would score there, most of all {field}: {points}. Tap the field that you want to fill.',
    strike: 'A field scores what the dice bring there; where they don’t fit, it’s struck. Tap one.',
    columns: 'You fill two columns, in any order. From 63 points in ones to sixes on, a column gets 35 more.',
    free: 'After the third roll you may buy a fourth. It costs 5 points of the column’s free rolls. Have fun!',
  },
  it: {
    roll: 'Cinque dadi, fino a tre lanci: tira la leva[ o premi R].',
    keep: 'Tocca i dadi da tenere[ (tasti 1–5)] e rilancia. Oppure scrivi subito qualcosa.',
    enter:
      'Ogni casella mostra quanto vale lì il lancio, più di tutte {field}: {points}. Tocca quella che vuoi riempire.',
    strike: 'Ogni casella vale ciò che porta il lancio; se non va bene, si barra. Toccane una.',
    columns: 'Riempi due colonne, nell’ordine che vuoi. Da 63 punti negli uno–sei in su la colonna ne riceve altri 35.',
    free: 'Dopo il terzo lancio puoi comprarne un quarto: costa 5 punti dei tiri liberi della colonna.',
  },
});

function entering(now: Position): string {
  const best = bestEntry(now);
  if (!best) return guideText('strike');
  return guideText('enter', {
    field: fieldLabel(best.action.split('.')[0] ?? '', now.game),
    points: points(best.writes ?? 0),
  });
}

export default [
  { about: 'lever', text: () => guideText('roll'), done: rolled },
  { about: 'dice', text: () => guideText('keep'), done: rolledAgain },
  { about: 'sheet', text: entering, done: entered },
  { about: 'sheet', text: () => guideText('columns') },
  { about: 'sheet', text: () => guideText('free') },
] satisfies Steps;
