import { expect, test } from 'vitest';
import { comparisons, inOrder, rangeOf } from '../src/lib/review/rating';
import { rating } from './fixtures';

test('a person is placed between the levels of bots', () => {
  expect(comparisons(rating('knister'))).toEqual([
    { level: 'master', mean: 71.7 },
    { level: null, mean: 64.2 },
    { level: 'beginner', mean: 36 },
  ]);
});

test('ratings are in the order of the games, and the standard options come first', () => {
  const found = inOrder([rating('b'), rating('a', { standard: false }), rating('a')], ['a', 'b']);
  expect(found.map(({ game, standard }) => [game, standard])).toEqual([
    ['a', true],
    ['a', false],
    ['b', true],
  ]);
});

test('a range has a margin, even of equal values', () => {
  expect(rangeOf([40, 64])).toEqual([38, 66]);
  expect(rangeOf([50, 50])).toEqual([49, 51]);
});
