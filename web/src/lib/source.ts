// Where a game comes from that is looked at again.

import type { CoachReview } from '../wire';
import { fetchRecord, fetchReplay, fetchReview, reviewRecord } from './api';
import { tableLink } from './router.svelte';

export interface Source {
  /** What one goes back to: a table, or choosing another record. */
  readonly from: { table: string } | 'record';
  /** The steps, as lines of JSON. */
  readonly replay: () => Promise<string>;
  /** What the coach says of the game of that number. */
  readonly review: (game: number) => Promise<CoachReview>;
  /** The record of the game of that number. */
  readonly record: (game: number) => Promise<string>;
}

/** A game of a table, by its number from 1 (null: the latest). */
export function gameAt(code: string, key: string, game: number | null): Source {
  const link = tableLink(code, key);
  return {
    from: { table: `/t/${link}` },
    replay: () => fetchReplay(link, game),
    review: (number) => fetchReview(link, number),
    record: (number) => fetchRecord(link, number),
  };
}

/** A record that somebody has, and its steps. */
export function gameIn(record: string, steps: string): Source {
  return {
    from: 'record',
    replay: () => Promise.resolve(steps),
    review: () => reviewRecord(record),
    record: () => Promise.resolve(record),
  };
}
