import type { ActionDie } from '../../dice/actionDice';
import type { Position } from '../../wire';

/** The action die of Kniffeliger that is being aimed: chosen in the dice tray, its targets are shown on the sheets. */
export const aim = $state<{ die: ActionDie | null }>({ die: null });

/** The die that is aimed, while it has targets. */
export function aimedAt(position: Position): ActionDie | null {
  return position.choices.some((choice) => choice.action.startsWith(`${aim.die}.`)) ? aim.die : null;
}
