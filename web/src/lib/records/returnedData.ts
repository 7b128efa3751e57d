// The file of all data of a person, of which the games can be brought back.

import { ApiError, returnGame } from '../connection/api';

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

/** The only seat with this name; older files do not contain the seat. */
function seatOf(record: string, name: string): number | null {
  try {
    const { seats } = JSON.parse(record.split('\n', 1)[0] ?? '') as { seats: string[] };
    return seats.filter((each) => each === name).length === 1 ? seats.indexOf(name) : null;
  } catch {
    return null;
  }
}

/** Send one game, and wait while the server receives too much. */
async function send(game: ExportedGame, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    try {
      return (await returnGame(game.record, game.seat ?? 0)).stored;
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
      if (await send(game, signal)) outcome.stored += 1;
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
