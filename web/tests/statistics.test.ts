import { expect, test } from 'vitest';
import { lossByInsight, lossByKind, mean, pointsLost, recentMeans, reviewedGames } from '../src/lib/review/statistics';
import type { PlayedGame, PlayedSkill } from '../src/wire';

const game = (kinds: PlayedSkill['kinds'] | null): PlayedGame => ({
  table: 'ABCDEF',
  first: 1,
  game: 'kniffeliger',
  score: 200,
  seats: 2,
  others: [],
  time: 0,
  skill: kinds && { accuracy: 50, luck: 1, kinds, themes: {}, insights: {} },
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

test('insights compare the points lost a decision, with their numbers', () => {
  const [one, other] = reviewedGames([game({}), game({})]);
  if (!one || !other) throw new Error('both games are reviewed');
  one.skill.insights = { place: { '10': { decisions: 4, lost: 2 } }, time: { slow: { decisions: 1, lost: 1 } } };
  other.skill.insights = {
    phase: { end: { decisions: 1, lost: 3 }, opening: { decisions: 2, lost: 1 } },
    place: { '2': { decisions: 5, lost: 5 } },
    time: { slow: { decisions: 3, lost: 1 } },
  };
  expect(lossByInsight([one, other])).toEqual([
    {
      insight: 'phase',
      classes: [
        { name: 'opening', lost: 0.5, decisions: 2 },
        { name: 'end', lost: 3, decisions: 1 },
      ],
    },
    {
      insight: 'place',
      classes: [
        { name: '2', lost: 1, decisions: 5 },
        { name: '10', lost: 0.5, decisions: 4 },
      ],
    },
  ]);
});

test('each point of the curve is the mean of the latest games up to it', () => {
  expect(recentMeans([60, 80, 100], 2)).toEqual([60, 70, 90]);
});
