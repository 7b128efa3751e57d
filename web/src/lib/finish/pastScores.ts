// The player's earlier scores at the same game with the same options: from the server, or from this device.

import type { Result, Settings } from '../../wire';
import { ask } from '../connection/client';
import { isDeviceTable } from '../offline/codes';
import { loadData, saveData } from '../preferences/storage';

export interface PastScores {
  /** The latest first. */
  scores: number[];
  /** The best of all earlier ones; null if there are none. */
  best: number | null;
  /** True if the finished game counts among them, for the next time. */
  counts: boolean;
}

/** A finished game of one of the people of this browser. */
export interface FinishedGame {
  /** The code of its table. */
  code: string;
  settings: Settings;
  result: Result;
  /** When it ended (ms). */
  time: number;
}

interface Dated {
  score: number;
  time: number;
}

/** Separate what came before a game; lists are the latest first. */
function pastScores(recent: readonly Dated[], best: readonly Dated[], { result, time }: FinishedGame): PastScores {
  const earlier = recent.filter((each) => each.time < time);
  const scores = [...earlier, ...best.filter((each) => each.time < time)].map(({ score }) => score);
  return {
    scores: earlier.map(({ score }) => score),
    best: scores.length > 0 ? Math.max(...scores) : null,
    counts: recent.some((each) => each.time === time && each.score === result.score),
  };
}

/** The scores at tables of this device, by game and options, the latest first. */
const SCORES = 'device_scores';
const MAX_KEPT = 50;

const keptScores = () => loadData<Record<string, Dated[]>>(SCORES, {});

const keyOf = ({ game, options }: Settings) => `${game} ${JSON.stringify(Object.entries(options).toSorted())}`;

/** Keep the score of a game that has just ended at a table of this device; of many, the best is kept too. */
export function keepScore({ settings, result, time }: FinishedGame): void {
  const all = keptScores();
  const earlier = all[keyOf(settings)] ?? [];
  const best = earlier.toSorted((a, b) => b.score - a.score)[0];
  const latest = [{ score: result.score, time }, ...earlier].slice(0, MAX_KEPT);
  if (best && !latest.includes(best)) latest[MAX_KEPT - 1] = best;
  saveData(SCORES, { ...all, [keyOf(settings)]: latest });
}

/** The request for the scores at the server. */
export const pastScoresRequest = ({ game, options }: Settings) => ({
  path: { game },
  query: { options: JSON.stringify(options) },
});

/** @throws ApiError if the server does not answer. */
export async function loadPastScores(game: FinishedGame): Promise<PastScores> {
  if (isDeviceTable(game.code)) {
    const kept = keptScores()[keyOf(game.settings)] ?? [];
    return pastScores(kept, kept, game);
  }
  const { recent, mine } = await ask('GET /api/scores/{game}', pastScoresRequest(game.settings));
  return pastScores(recent, mine, game);
}
