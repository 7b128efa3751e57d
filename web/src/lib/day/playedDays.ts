// The days on which the person played, and their results.

import type { PlayedDay } from '../../wire';
import { shiftDay } from './deal';

/** The number of days of a row. */
const SHOWN = 7;
/** The number of results of a game that are shown. */
const LAST = 3;

/** The last days up to this one, and the number of games played on each. */
export function lastDays(played: readonly PlayedDay[], today: string): { day: string; games: number }[] {
  return Array.from({ length: SHOWN }, (_, i) => {
    const day = shiftDay(today, i - SHOWN + 1);
    return { day, games: played.find((each) => each.day === day)?.games.length ?? 0 };
  });
}

/** The best result of a game and the last ones, the latest first; null before the first one. */
export function ownResults(played: readonly PlayedDay[], game: string): { best: number; last: number[] } | null {
  const results = played.flatMap(({ points }) => points[game] ?? []);
  return results.length > 0 ? { best: Math.max(...results), last: results.slice(0, LAST) } : null;
}
