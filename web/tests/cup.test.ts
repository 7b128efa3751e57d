import { expect, test } from 'vitest';
import { countRounds, endOfRound, positionAfter } from '../src/lib/cup/comparison';
import { cupOfDeal, cupPath } from '../src/lib/cup/cupPath';
import type { Replay } from '../src/lib/records/replay';
import { position } from './fixtures';

/** A game in which every round has this number of steps; the score of a position is the number of its step. */
function game(lengths: number[]): Replay {
  const rounds = [1, ...lengths.flatMap((length, i) => [...Array<number>(length - 1).fill(i + 1), i + 2])];
  rounds[rounds.length - 1] = lengths.length;
  return {
    steps: rounds.map((round) => ({ info: { round } })),
    events: rounds.length - 1,
    positionAt: (at: number) => position('knister', { scores: [at], sheets: [{ at }] }),
  } as unknown as Replay;
}

test('the deals of cups are known by their ids', () => {
  expect(cupOfDeal('ABCDE/12')).toBe('ABCDE');
  expect(['', '2026-11-25/knister', 'ABCDEF/1'].map(cupOfDeal)).toEqual([null, null, null]);
  expect(cupPath('ABCDE-key')).toBe('/cup/ABCDE-key');
});

test('games of different lengths are compared round by round', () => {
  const [quick, slow] = [game([2, 2, 2]), game([3, 4, 2])];
  expect([quick, slow].map(countRounds)).toEqual([3, 3]);
  expect([0, 1, 2, 3].map((rounds) => endOfRound(quick, rounds))).toEqual([0, 2, 4, 6]);
  expect([0, 1, 2, 3].map((rounds) => endOfRound(slow, rounds))).toEqual([0, 3, 7, 9]);
  expect(positionAfter([quick, slow], 2)).toMatchObject({ scores: [4, 7], sheets: [{ at: 4 }, { at: 7 }] });
  expect(positionAfter([], 2)).toBeNull();
});
