import { expect, test } from 'vitest';
import { inOrderOfDay, nextGame } from '../src/lib/day/leadingGame';
import { lastDays, ownResults } from '../src/lib/day/playedDays';
import { loadChoice, saveChoice } from '../src/lib/table/playChoice';
import { botGameSettings } from '../src/lib/table/tableSettings';
import type { DealOfDay } from '../src/wire';
import { gameInfo } from './fixtures';

const names = ['a', 'b', 'c'];
const deal = (game: string, state: DealOfDay['state']) => ({ game, state }) as DealOfDay;

test('another game leads every day', () => {
  const leads = ['2026-11-27', '2026-11-28', '2026-11-29'].map((day) => inOrderOfDay(names, day)[0]);
  expect(new Set(leads).size).toBe(3);
  expect(inOrderOfDay(names, '2026-11-28').toSorted()).toEqual(names);
  expect(inOrderOfDay([], '2026-11-28')).toEqual([]);
});

test('a game that was begun comes first, and none after the last one', () => {
  expect(nextGame(names, [deal('a', 'done'), deal('b', 'new'), deal('c', 'running')])).toBe('c');
  expect(nextGame(names, [deal('a', 'done'), deal('b', 'new'), deal('c', 'unranked')])).toBe('b');
  expect(nextGame(names, [deal('a', 'done'), deal('b', 'unranked'), deal('c', 'done')])).toBe(null);
});

test('the last days and the results of a game', () => {
  const played = [
    { day: '2026-03-01', games: ['a', 'b'], points: { a: 50, b: 7 } },
    { day: '2026-02-27', games: ['a'], points: { a: 61 } },
  ];
  expect(lastDays(played, '2026-03-01').map(({ games }) => games)).toEqual([0, 0, 0, 0, 1, 0, 2]);
  expect(ownResults(played, 'a')).toEqual({ best: 61, last: [50, 61] });
  expect(ownResults(played, 'c')).toBe(null);
});

test('the last choice is offered while the game still allows it', () => {
  const game = gameInfo('knister');
  const choice = {
    kind: 'bots' as const,
    settings: botGameSettings(game, 2),
    bots: [game.bots[0] ?? '', game.bots[0] ?? ''],
    guests: [],
    plays: true,
  };
  saveChoice(choice);
  expect(loadChoice(game)).toEqual(choice);
  expect(loadChoice({ ...game, bots: [] })).toBe(null);
  expect(loadChoice({ ...game, max_seats: 2 })).toBe(null);
  localStorage.setItem('knobel.choice.knister', '{"kind":');
  expect(loadChoice(game)).toBe(null);
});
