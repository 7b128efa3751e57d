import { list, type SeenMove } from '../../lib/moves';
import words from './words';

/** Taking a free roll and keeping dice (`f335`). */
export function moveText({ action, name }: SeenMove): string | null {
  const kept = /^f([1-6]*)$/.exec(action)?.[1];
  if (kept === undefined) return null;
  return kept ? words('log.free', { name, dice: list([...kept]) }) : words('log.free_none', { name });
}
