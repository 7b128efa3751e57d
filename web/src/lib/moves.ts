/** A move in words, as the games have it in common; what only one game has is in that game's folder. */
import { t } from '../i18n';
import { circles, fieldLabel, points } from '../sheet/names';
import type { LogEntry } from '../wire';

/** A move as the log shows it: who did what, and the names of all seats. */
export interface SeenMove {
  entry: LogEntry;
  action: string;
  game: string;
  name: string;
  names: string[];
  /** The reader's own seat. */
  own: number | null;
  /** It is the reader who moved. */
  mine: boolean;
}

/** Things as people say them: 3, 3 and 5. */
export function list(words: readonly (string | number)[]): string {
  if (words.length < 2) return words.join('');
  return t('list.and', { first: words.slice(0, -1).join(', '), last: String(words.at(-1)) });
}

/** What an entry gained, to follow its sentence; empty for nothing. */
export function gained(entry: LogEntry): string {
  return entry.gain ? ` (${points(entry.gain)})` : '';
}

/** Keeping dice (`k335`), a cell (`c3`, `c3g`), a field (`fh`) or a field in a column (`fh.2`). */
export function moveText({ entry, action, game, name, mine }: SeenMove): string {
  const kept = /^k([1-6]*)$/.exec(action)?.[1];
  if (kept === '') return t(mine ? 'log.keep_none_own' : 'log.keep_none', { name });
  if (kept !== undefined) return t(mine ? 'log.keep_own' : 'log.keep', { name, dice: list([...kept]) });
  const cell = /^[a-e][1-5]/.exec(action)?.[0];
  if (cell) {
    const effect = entry.circles ? ` (${circles(entry.circles)})` : gained(entry);
    return t(mine ? 'log.enter_own' : 'log.enter', { name, number: entry.writes ?? '', cell, effect });
  }
  const [place = '', column] = action.split('.');
  const label = fieldLabel(place, game);
  const field = column ? t('score.place', { field: label, n: Number(column) }) : label;
  if (entry.writes === 0) return t(mine ? 'log.strike_own' : 'log.strike', { name, field });
  return t(mine ? 'log.field_own' : 'log.field', { name, field, effect: points(entry.writes ?? entry.gain ?? 0) });
}
