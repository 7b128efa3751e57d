// A guided first turn of Knöffel.
import { bestEntry, entered, rolled, rolledAgain, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { fieldLabel, points } from '../../sheet/labels';
import type { Position } from '../../wire';

const guideText = defineTexts('guides/knoeffel');

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
