// The file of all data of a person, of which the games and the answers to exercises can be brought back.

import type { GivenAnswer } from '../../wire';
import { ApiError, ask } from '../connection/client';
import { isAnswer, MAX_ANSWERS } from '../review/exerciseAnswers';

/** A game of the file; `seat` is null if the file does not say which player the person was. */
export interface ExportedGame {
  record: string;
  seat: number | null;
}

/** How the games of a file were received, by their numbers from 1. */
export interface Outcome {
  stored: number;
  known: number;
  unfinished: number;
  refused: { number: number; error: unknown }[];
}

const RETRY_MS = 2_000;

/** The games of a file; null if it is another kind of file. */
export function readExport(text: string): ExportedGame[] | null {
  try {
    const { person, games } = JSON.parse(text) as { person: { name: string }; games: Partial<ExportedGame>[] };
    return games.map(({ record, seat }) => {
      if (typeof record !== 'string' || typeof person.name !== 'string') throw new TypeError('no record');
      return { record, seat: typeof seat === 'number' ? seat : seatOf(record, person.name) };
    });
  } catch {
    return null;
  }
}

/** The answers to exercises in a file, by game; those that no server takes are left out. */
export function readAnswers(text: string): Map<string, GivenAnswer[]> {
  const { exercises } = JSON.parse(text) as { exercises?: unknown };
  const found = new Map<string, GivenAnswer[]>();
  for (const each of (Array.isArray(exercises) ? exercises : []) as (Partial<GivenAnswer> & { game?: unknown })[]) {
    const game: unknown = (each as { game?: unknown } | null)?.game;
    if (typeof game !== 'string' || !isAnswer(each)) continue;
    const answers = found.get(game) ?? [];
    found.set(
      game,
      [...answers, { key: each.key, right: each.right, time: each.time, day: each.day ?? '' }].slice(-MAX_ANSWERS),
    );
  }
  return found;
}

/** The only seat with this name; older files do not contain the seat. */
function seatOf(record: string, name: string): number | null {
  try {
    const { seats } = JSON.parse(record.split('\n', 1)[0] ?? '') as { seats: string[] };
    return seats.filter((each) => each === name).length === 1 ? seats.indexOf(name) : null;
  } catch {
    return null;
  }
}

/** Make a request, and wait while the server receives too much. */
async function send<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'rate_limited') || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Send games one after another until the signal stops it. `onprogress` receives the outcome so far. */
export async function returnGames(
  games: readonly ExportedGame[],
  onprogress: (outcome: Outcome, done: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const outcome: Outcome = { stored: 0, known: 0, unfinished: 0, refused: [] };
  for (const [index, game] of games.entries()) {
    if (signal.aborted) return;
    try {
      if (game.seat === null) throw new ApiError('no_seat', 'unknown seat');
      const { record, seat } = game;
      if (
        (await send(() => ask('POST /api/records/return', { query: { seat: seat ?? 0 }, body: record }), signal)).stored
      )
        outcome.stored += 1;
      else outcome.known += 1;
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'game_running') outcome.unfinished += 1;
      else outcome.refused.push({ number: index + 1, error });
      // Without a connection the others would fail too.
      if (error instanceof ApiError && error.reason === 'offline') {
        onprogress({ ...outcome }, games.length);
        return;
      }
    }
    onprogress({ ...outcome }, index + 1);
  }
}

/** Send answers to exercises, of which the server keeps each once. @throws ApiError */
export async function returnAnswers(answers: Map<string, GivenAnswer[]>, signal: AbortSignal): Promise<void> {
  for (const [game, given] of answers) {
    if (!signal.aborted)
      await send(() => ask('POST /api/practice/answers', { query: { game }, body: { answers: given } }), signal);
  }
}
