import { list, type SeenMove } from '../../lib/moves';
import words from './words';

/** Taking a free roll and keeping dice (`f335`). */
export function moveText({ action, name, mine }: SeenMove): string | null {
  const kept = /^f([1-6]*)$/.exec(action)?.[1];
  if (kept === undefined) return null;
  if (kept === '') return words(mine ? 'log.free_none_own' : 'log.free_none', { name });
  return words(mine ? 'log.free_own' : 'log.free', { name, dice: list([...kept]) });
}
