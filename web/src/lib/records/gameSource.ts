// Where the replay, the review and the record of a game come from: a table, or a record file.

import type { CoachReview } from '../../wire';
import { ask } from '../connection/client';
import { reviewGame, type WatchedReview } from '../review/coach';
import { tableLink } from '../table/tableLink';
import { fetchRecord, fetchReplay } from './storedGames';

export interface GameSource {
  /** The path of the page to return to; null for a record file. */
  readonly tablePath: string | null;
  /** The steps, as lines of JSON. */
  readonly replay: () => Promise<string>;
  /** The review and the record of a game by its number at the table. */
  readonly review: (game: number, watched: WatchedReview) => Promise<CoachReview>;
  readonly record: (game: number) => Promise<string>;
}

/** A game of a table, by its number from 1 (null: the latest). */
export function tableGameSource(code: string, key: string, game: number | null): GameSource {
  const link = tableLink(code, key);
  return {
    tablePath: `/t/${link}`,
    replay: () => fetchReplay(link, game),
    review: (number, watched) => reviewGame(link, number, watched),
    record: (number) => fetchRecord(link, number),
  };
}

/** The game of a record, with its steps. */
export function recordGameSource(record: string, steps: string): GameSource {
  return {
    tablePath: null,
    replay: () => Promise.resolve(steps),
    review: (_, watched) => ask('POST /api/coach/review', { body: record, watched }),
    record: () => Promise.resolve(record),
  };
}
