import type { ActionDie } from '../../dice/actionDice';
import { Draft } from '../../lib/game/draft.svelte';
import type { Position } from '../../wire';

/** The action die that is being aimed; the sheets show its targets. */
export const actionDraft = new Draft<ActionDie | null>(() => null);

/** The die that was tapped but cannot be played now. */
export const refusedDie = new Draft<ActionDie | null>(() => null);

/** The die that is being aimed at a row. */
export function aimedDie(position: Position): ActionDie | null {
  const die = actionDraft.of(position);
  return die === 'swap' ? null : die;
}

/** The actions that play an action die now. */
export function actionsWith(position: Position, die: ActionDie): string[] {
  return position.choices.map((choice) => choice.action).filter((action) => action.split('.')[0] === die);
}
