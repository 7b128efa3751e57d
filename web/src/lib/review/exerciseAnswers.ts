// The person's answers to exercises that the server does not have yet. Earlier versions of the page kept all answers
// here; they are sent once, too.

import type { GivenAnswer } from '../../wire';
import { ask } from '../connection/client';
import { loadData, saveData } from '../preferences/storage';

/** The server takes this many answers of a game; older ones are forgotten. */
export const MAX_ANSWERS = 4_000;
const KEY = /^[0-9a-f]{1,16}$/;
const DAY = /^(\d{4}-\d\d-\d\d)?$/;
const itemOf = (game: string) => `exercises.${game}`;

/** An answer as it is kept; earlier versions of the page kept no day. */
type Kept = Omit<GivenAnswer, 'day'> & { day?: string };

/** True for an answer that the server takes. */
export const isAnswer = (each: Partial<Kept> | null): each is Kept =>
  typeof each?.key === 'string' &&
  KEY.test(each.key) &&
  typeof each.right === 'boolean' &&
  Number.isSafeInteger(each.time) &&
  Number(each.time) >= 0 &&
  (each.day === undefined || (typeof each.day === 'string' && DAY.test(each.day)));

/** The answers to send, the oldest first; none if they cannot be read. */
export function pendingAnswers(game: string): GivenAnswer[] {
  const found = loadData<unknown>(itemOf(game), []);
  return Array.isArray(found) ? found.filter(isAnswer).map((each) => ({ ...each, day: each.day ?? '' })) : [];
}

const savePending = (game: string, answers: readonly GivenAnswer[]) =>
  saveData(itemOf(game), answers.slice(-MAX_ANSWERS));

/** Keep an answer until it is sent. */
export const addAnswer = (game: string, answer: GivenAnswer): void =>
  savePending(game, [...pendingAnswers(game), answer]);

/** Send the answers that are kept, and forget them then. @throws ApiError if they could not be sent. */
export async function sendAnswers(game: string): Promise<void> {
  const sent = pendingAnswers(game);
  if (sent.length === 0) return;
  await ask('POST /api/practice/answers', { query: { game }, body: { answers: sent } });
  const known = new Set(sent.map(({ key, time }) => `${key} ${time}`));
  // Another tab may have added some meanwhile.
  savePending(
    game,
    pendingAnswers(game).filter(({ key, time }) => !known.has(`${key} ${time}`)),
  );
}

/** Forget the answers of a person who leaves this browser. */
export const forgetAnswers = (game: string): void => savePending(game, []);
