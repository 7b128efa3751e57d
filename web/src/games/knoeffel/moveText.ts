import { joinWords } from '../../lib/format/lists';
import { type LoggedMove } from '../../lib/game/moveText';
import gameText from './texts';

/** Describe taking a free roll and keeping dice (`f335`). */
export function moveText({ action, name, mine }: LoggedMove): string | null {
  const kept = /^f([1-6]*)$/.exec(action)?.[1];
  if (kept === undefined) return null;
  if (kept === '') return gameText(mine ? 'log.free_none_own' : 'log.free_none', { name });
  return gameText(mine ? 'log.free_own' : 'log.free', { name, dice: joinWords([...kept]) });
}
