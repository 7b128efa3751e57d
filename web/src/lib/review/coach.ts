// The coach for finished games and practice. This device answers if it can and may, otherwise the server; both alike.

import { ask, readLines } from '../connection/client';
import { deviceTableOf } from '../offline/codes';
import { offline } from '../offline/offline.svelte';
import type { Watched } from '../offline/offlineWorker';
import { reviewsOnDevice } from '../preferences/switches.svelte';
import type { Requests } from '../../requests';
import type {
  CoachComparison,
  CoachDecision,
  CoachReview,
  PlayedGame,
  Question,
  ReviewedSkill,
  Verdict,
} from '../../wire';
import { fetchPlayedRecord, fetchRecord } from '../records/storedGames';
import { compareInRecord, type Compare } from './comparison';
import { askDevice } from './deviceCoach';
import { fetchReview } from './fetchReview';
import { makeReview } from './madeReviews';
import { recordBefore } from './recordBefore';
import { isGood } from './review';

/** Where the engine computed a review. */
export type Maker = 'device' | 'server';

export interface WatchedReview extends Watched {
  /** Called if this device has made the review. */
  ondevice?: () => void;
}

/** True if there is a choice: at a server, of which the person has allowed the device to do the work. */
const mayUseDevice = () => !offline.on && reviewsOnDevice.on;

const asJson = async <T>(response: Response) => (await response.json()) as T;

/** The records whose skills the server has been told since the page was opened. */
const noted = new Set<string>();

/** Review a finished game on this device. Returns null if it cannot. */
async function reviewOnDevice(
  record: string,
  game: Requests['POST /api/play/skill']['query'],
  watched?: Watched,
): Promise<string | null> {
  const made = await makeReview(record, watched);
  if (made?.skills && !noted.has(record)) {
    // For the person's statistics and practice. The review is worth showing without them.
    const skills = JSON.parse(made.skills) as ReviewedSkill[];
    await ask('POST /api/play/skill', { query: game, body: skills }).then(
      () => noted.add(record),
      () => undefined,
    );
  }
  return made?.review ?? null;
}

/** The review of a table's finished game, by its number from 1. */
export async function reviewGame(link: string, game: number, watched: WatchedReview = {}): Promise<CoachReview> {
  if (mayUseDevice() && deviceTableOf(`/api/tables/${link}`) === null) {
    const [table = ''] = link.split('-');
    const review = await reviewOnDevice(await fetchRecord(link, game), { table, game }, watched);
    if (review !== null) {
      watched.ondevice?.();
      return JSON.parse(review) as CoachReview;
    }
  }
  return fetchReview(link, game, watched);
}

/** Let the coach review one of the person's games, for their statistics. */
export async function reviewOwnGame(game: PlayedGame, watched?: Watched): Promise<void> {
  const query = { table: game.table, first: game.first };
  if (mayUseDevice()) {
    if ((await reviewOnDevice(await fetchPlayedRecord(game), query, watched)) !== null) return;
  }
  await ask('POST /api/play/review', { query, watched });
}

const judgeOnDevice = (record: string, seat: number, action: string) =>
  askDevice('POST /api/coach/judge', { seat, action }, record, asJson<CoachDecision>);

/** The assessment of a seat's action in the last position of a record. */
export const judge = async (record: string, seat: number, action: string): Promise<CoachDecision> =>
  (mayUseDevice() ? await judgeOnDevice(record, seat, action) : null) ??
  ask('POST /api/coach/judge', { query: { seat, action }, body: record });

/** Answer a practice question; one whose answer is revealed counts as answered wrongly. */
export async function answerOwnQuestion(question: Question, action: string, revealed = false): Promise<Verdict> {
  const { table, first, event, position } = question;
  const query = { table, first, event };
  if (revealed || mayUseDevice()) {
    const record = recordBefore(await fetchPlayedRecord(question), event);
    const decision = await (revealed ? judge : judgeOnDevice)(record, position.seat ?? 0, action);
    if (decision !== null) {
      const right = !revealed && isGood(decision);
      return { decision, right, ...(await ask('PUT /api/practice', { query: { ...query, right } })) };
    }
  }
  return ask('POST /api/practice', { query: { ...query, action } });
}

/** Compare actions of a seat in the last position of a record, by games played out. */
export function compare(record: () => Promise<string>, seat: number): Compare {
  return async function* (actions, signal) {
    const [action, other] = actions;
    const read = async (response: Response) => readLines<CoachComparison>(response);
    const lines = mayUseDevice()
      ? await askDevice('POST /api/coach/compare', { action, other, seat }, await record(), read, { signal })
      : null;
    yield* lines ?? compareInRecord(record, seat)(actions, signal);
  };
}
