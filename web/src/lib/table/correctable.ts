// The entries of a log that a person may correct: those of the running game where real dice lie on the table.

import type { LogEntry, Position, Table } from '../../wire';

/** The entries that the reader may want to correct; the server decides. */
export function correctableEntries(
  log: readonly LogEntry[],
  table: Table | null,
  seat: Position['seat'],
  person: string | undefined,
): Set<LogEntry> {
  const found = new Set<LogEntry>();
  if (!table || table.settings.dice !== 'real' || table.state !== 'playing') return found;
  const isHost = table.host === person;
  /** The seats whose moves before are taken back. */
  const gone = new Set<number>();
  for (const entry of log.toReversed()) {
    if (entry.kind === 'start') break;
    if (entry.kind === 'roll') gone.clear();
    if (entry.kind === 'undo' && entry.seat !== null) gone.add(entry.seat);
    if (entry.number === null || (entry.kind !== 'roll' && entry.kind !== 'move')) continue;
    const isGone = entry.kind === 'move' && entry.seat !== null && gone.has(entry.seat);
    const isOwn = entry.seat !== null && entry.seat === seat && !entry.auto;
    if (!isGone && (isHost || isOwn)) found.add(entry);
  }
  return found;
}
