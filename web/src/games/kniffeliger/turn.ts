import { infoOf } from '../../lib/position';
import type { LogEntry, Position } from '../../wire';
import type { Stage } from './todo';

/** One's own turn has just ended because there was nothing left to choose, not because one ended it. */
export function endedByItself(entries: LogEntry[], before: Position, after: Position): boolean {
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
