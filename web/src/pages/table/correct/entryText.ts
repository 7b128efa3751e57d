import { actionDieLabel, actionFace } from '../../../dice/actionDice';
import { correctText } from '../../../i18n/pages';
import { joinWords } from '../../../lib/format/lists';
import { choiceText } from '../../../lib/review/choiceText';
import type { PastEntry } from '../../../wire';

/** The faces of a roll or the action of a move, in words. */
export function entryValue({ dice, die, action }: Omit<PastEntry, 'number'>, game: string, names: string[]): string {
  if (dice === null) return choiceText(action ?? '', game, names);
  return die === 'action' ? actionDieLabel(actionFace(dice[0] ?? 0)) : joinWords(dice);
}

/** A roll or a move with the player's name, in words. */
export function entryText(entry: PastEntry, game: string, names: string[]): string {
  const name = entry.by === null ? correctText('rolled') : (names[entry.by] ?? '');
  return `${name}: ${entryValue(entry, game, names)}`;
}
