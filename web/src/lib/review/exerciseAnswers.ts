// The person's answers to the exercises of a game, which this browser keeps.

import type { GivenAnswer } from '../../wire';
import { loadItem, saveItem } from '../preferences/storage';

/** The server takes this many answers of a game; older ones are forgotten. */
export const MAX_ANSWERS = 4_000;
const MAX_KEY = 16;
const keyOf = (game: string) => `exercises.${game}`;

const isAnswer = (each: Partial<GivenAnswer> | null): each is GivenAnswer =>
  typeof each?.key === 'string' &&
  each.key.length <= MAX_KEY &&
  typeof each.right === 'boolean' &&
  Number.isSafeInteger(each.time) &&
  Number(each.time) >= 0;

/** The answers, the oldest first; none if they cannot be read. */
export function loadAnswers(game: string): GivenAnswer[] {
  try {
    const found: unknown = JSON.parse(loadItem(keyOf(game)) ?? '[]');
    return Array.isArray(found) ? found.filter(isAnswer) : [];
  } catch {
    return [];
  }
}

export function addAnswer(game: string, answer: GivenAnswer): void {
  saveItem(keyOf(game), JSON.stringify([...loadAnswers(game), answer].slice(-MAX_ANSWERS)));
}
