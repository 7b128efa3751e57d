// Moves in words, as far as several games share them; a game's folder describes its other moves.
import { t } from '../../i18n';
import { circles, fieldLabel, points } from '../../sheet/labels';
import type { LogEntry } from '../../wire';
import { joinWords } from '../format/lists';

/** A move in the log, with the name of its player and of all seats. */
export interface LoggedMove {
  entry: LogEntry;
  action: string;
  game: string;
  name: string;
  names: string[];
  /** The reader's seat. */
  own: number | null;
  /** True if the reader moved. */
  mine: boolean;
}

/** The gain of an entry in parentheses, for the end of its sentence; empty without a gain. */
export function gainText(entry: LogEntry): string {
  return entry.gain ? ` (${points(entry.gain)})` : '';
}

/** Describe keeping dice (`k335`), a cell (`c3`, `c3g`), a field (`fh`) or a field in a column (`fh.2`). */
export function moveText({ entry, action, game, name, mine }: LoggedMove): string {
  const kept = /^k([1-6]*)$/.exec(action)?.[1];
  if (kept === '') return t(mine ? 'log.keep_none_own' : 'log.keep_none', { name });
  if (kept !== undefined) return t(mine ? 'log.keep_own' : 'log.keep', { name, dice: joinWords([...kept]) });
  const cell = /^[a-e][1-5]/.exec(action)?.[0];
  if (cell) {
    const effect = entry.circles ? ` (${circles(entry.circles)})` : gainText(entry);
    return t(mine ? 'log.enter_own' : 'log.enter', { name, number: entry.writes ?? '', cell, effect });
  }
  const field = fieldText(action, game);
  if (entry.writes === 0) return t(mine ? 'log.strike_own' : 'log.strike', { name, field });
  return t(mine ? 'log.field_own' : 'log.field', { name, field, effect: points(entry.writes ?? entry.gain ?? 0) });
}

/** Name a field (`fh`) or a field in a column (`fh.2`); any other action keeps its notation. */
export function fieldText(action: string, game: string): string {
  const [place = '', column] = action.split('.');
  const label = fieldLabel(place, game);
  return column ? t('score.place', { field: label, n: Number(column) }) : label;
}
