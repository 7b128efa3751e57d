import { infoOf } from '../../lib/game/position';
import type { LogEntry, Position } from '../../wire';
import type { Stage } from './instruction';

/** True if the receiver's turn has just ended because no choice was left, not by the player's command. */
export function turnEndedAutomatically(entries: LogEntry[], before: Position, after: Position): boolean {
  const [was, is] = [before, after].map((position) => infoOf<{ seat: number; stage: Stage }>(position));
  const own = entries.filter(({ seat }) => seat !== null && seat === after.seat);
  return (
    was?.seat === after.seat &&
    was?.stage !== 'shifting' &&
    (is?.seat !== was?.seat || is?.stage === 'shifting') &&
    own.length > 0 &&
    own.every(({ action }) => action !== 'end')
  );
}
