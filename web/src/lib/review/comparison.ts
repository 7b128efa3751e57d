import type { CoachComparison } from '../../wire';
import { askStream, readLines } from '../connection/client';

/** The comparison of two actions by games played out, which becomes more accurate until the signal stops it. */
export type Compare = (actions: readonly [string, string], signal: AbortSignal) => AsyncGenerator<CoachComparison>;

/** Compare actions in the position `at` of the running game. */
export function compareAtTable(link: string, at: number): Compare {
  return async function* ([action, other], signal) {
    const parts = { path: { link }, query: { action, other, at }, watched: { signal } };
    yield* readLines(await askStream('POST /api/tables/{link}/compare', parts));
  };
}

/** Compare actions of a seat in the last position of a record. */
export function compareInRecord(record: () => Promise<string>, seat: number): Compare {
  return async function* ([action, other], signal) {
    const parts = { query: { action, other, seat }, body: await record(), watched: { signal } };
    yield* readLines(await askStream('POST /api/coach/compare', parts));
  };
}
