import { expect, test } from 'vitest';
import { lossByKind, mean, pointsLost, recentMeans, reviewedGames } from '../src/lib/review/statistics';
import type { PlayedGame, PlayedSkill } from '../src/wire';

const game = (kinds: PlayedSkill['kinds'] | null): PlayedGame => ({
  table: 'ABCDEF',
  first: 1,
  game: 'kniffeliger',
  score: 200,
  seats: 2,
  time: 0,
  skill: kinds && { accuracy: 50, luck: 1, kinds, themes: {} },
});

test('the points lost are the sum over the kinds of decisions', () => {
  const games = reviewedGames([
    game({ keep: { decisions: 10, lost: 30 }, action: { decisions: 2, lost: 12 } }),
    game(null),
    game({ keep: { decisions: 8, lost: 10 }, enter: { decisions: 3, lost: 4 } }),
  ]);
  expect(games.map(pointsLost)).toEqual([42, 14]);
  const kinds = lossByKind(games);
  expect(kinds.map(({ kind, game }) => [kind, game])).toEqual([
    ['keep', 20],
    ['action', 6],
    ['enter', 2],
  ]);
  expect(kinds.reduce((sum, { game }) => sum + game, 0)).toBe(mean(games.map(pointsLost)));
});

test('each point of the curve is the mean of the latest games up to it', () => {
  expect(recentMeans([60, 80, 100], 2)).toEqual([60, 70, 90]);
});
