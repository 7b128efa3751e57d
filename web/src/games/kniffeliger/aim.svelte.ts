import type { ActionDie } from '../../dice/actionDice';
import { Draft } from '../../lib/draft.svelte';
import type { Position } from '../../wire';

/** The action die of Kniffeliger that is being aimed: chosen in the dice tray, its targets are shown on the sheets. */
export const aim = new Draft<ActionDie | null>(() => null);

/** The die that was asked for but cannot be played now. */
export const refused = new Draft<ActionDie | null>(() => null);

/** The die that is aimed at a row. */
export function aimedAt(position: Position): ActionDie | null {
  const die = aim.of(position);
  return die === 'swap' ? null : die;
}

/** The ways to play an action die now. */
export function waysOf(position: Position, die: ActionDie): string[] {
  return position.choices.map((choice) => choice.action).filter((action) => action.split('.')[0] === die);
}
