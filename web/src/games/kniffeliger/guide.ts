// A guided first turn of Kniffeliger.
import { ACTION_DICE, actionDieLabel } from '../../dice/actionDice';
import { bestEntry, entered, rolled, rolledAgain, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { joinWords } from '../../lib/format/lists';
import { sheetOf } from '../../lib/game/position';
import { fieldLabel, points } from '../../sheet/labels';
import type { Position } from '../../wire';
import type { KniffeligerSheet } from './types';

const guideText = defineTexts('guides/kniffeliger');

function entering(now: Position): string {
  const best = bestEntry(now);
  if (!best) return guideText('strike');
  return guideText('enter', { field: fieldLabel(best.action, now.game), points: points(best.writes ?? 0) });
}

/** Names the reader's action dice, if there are any. */
function earned(now: Position): string {
  const sheet = sheetOf<KniffeligerSheet>(now, now.seat ?? -1);
  const dice = ACTION_DICE.filter((die) => sheet && sheet.action_dice[die] + sheet.action_dice_next_round[die] > 0);
  if (dice.length === 0) return guideText('none');
  const all = dice.length === ACTION_DICE.length;
  const shown = all ? [actionDieLabel('all')] : dice.map(actionDieLabel);
  return guideText('earned', { n: shown.length, dice: joinWords(shown) });
}

export default [
  { about: 'lever', text: () => guideText('roll'), done: rolled },
  { about: 'dice', text: () => guideText('save'), done: rolledAgain },
  { about: 'sheet', text: entering, done: entered },
  { about: 'hand', text: earned },
  { about: 'sheet', text: () => guideText('end') },
] satisfies Steps;
