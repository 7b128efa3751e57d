// The accepted entries since the last roll, which the table may hide from all others. When another device leads the table on,
// it does not know them, so each device enters its own again. Entries have ids, so that none is made twice.

import type { MakeMove, Position, TakeBack } from '../../wire';
import { loadData, saveData } from '../preferences/storage';

type Entry = MakeMove | TakeBack;

interface Kept {
  /** The table, the seat and the last roll: entries belong to no other ones, also where a device is handed around. */
  roll: string;
  entries: Entry[];
}

const KEY = 'phones.entries';

const rollOf = (table: string, { at, seat, last_roll }: Position) =>
  JSON.stringify([table, at, seat, last_roll?.seq, last_roll?.dice]);

const load = () => loadData<Kept>(KEY, { roll: '', entries: [] });

/** Keep an entry that was accepted in a position. */
export function keepEntry(table: string, entry: Entry, position: Position | null): void {
  if (!position) return;
  const [kept, roll] = [load(), rollOf(table, position)];
  saveData(KEY, { roll, entries: kept.roll === roll ? [...kept.entries, entry] : [entry] } satisfies Kept);
}

/** The kept entries of this position. */
export function keptEntries(table: string, position: Position | null): Entry[] {
  const { roll, entries } = load();
  return position && roll === rollOf(table, position) ? entries : [];
}
