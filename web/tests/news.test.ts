import { describe, expect, test, vi } from 'vitest';
import { findNews, findTransfers, findLeader, findChangedPlaces } from '../src/lib/table/news';
import { setLocale } from '../src/i18n';
import type { Position } from '../src/wire';
import { entry, gameInfo, position, table, turn } from './fixtures';

vi.mock(import('../src/lib/connection/session.svelte'), async (original) => ({
  ...(await original()),
  gameInfo: (name) => gameInfo(name, { simultaneous: name === 'knister' }),
}));
setLocale('en');
const seats = table(['Ann', 'Ben']);
const move = (seat: number, action: string, writes: number | null = null) =>
  entry(1, 'move', { seat, action, writes, name: ['Ann', 'Ben'][seat] ?? '' });
const texts = (entries: ReturnType<typeof move>[], before: Position, after: Position, led: number | null = null) =>
  findNews(entries, before, after, seats, led).map(({ kind, text }) => `${kind}: ${text}`);

describe('Kniffeliger', () => {
  const sheet = (rows: Record<string, number | null>, more = {}) => ({ rows, frozen: [], crossed: [], ...more });
  const seen = (sheets: Position['sheets'], more: Partial<Position> = {}) =>
    position('kniffeliger', { sheets, scores: [0, 0], ...more });

  test('a row that is stolen is seen on both sheets, and told to its victim', () => {
    const before = seen([sheet({ fh: 25, ch: 9 }), sheet({ fh: null, ch: null })]);
    const after = seen([sheet({ fh: 0, ch: 9 }), sheet({ fh: 25, ch: null })]);
    const log = [move(1, 'steal.0.fh', 25)];
    expect(findChangedPlaces(log, before, after)).toEqual([
      { seat: 0, place: 'fh.0' },
      { seat: 1, place: 'fh.1' },
    ]);
    expect(texts(log, before, after)).toEqual(['attack: Ben steals Full house from you (25 points).']);
  });

  test('a stolen row goes to the thief, sheets cross, and a shift passes all on', () => {
    const three = seen([sheet({ fh: 25 }), sheet({ fh: null }), sheet({ fh: 0 })]);
    expect(findTransfers([move(1, 'steal.0.fh', 25)], three, three)).toEqual([{ from: 0, to: 1, row: 'fh' }]);
    expect(findTransfers([move(1, 'swap.2')], three, three)).toEqual([
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ]);
    expect(findTransfers([move(1, 'shift')], three, three)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
      { from: 2, to: 0 },
    ]);
    expect(findTransfers([move(1, 'fh', 25), move(0, 'freeze.1.fh')], three, three)).toEqual([]);
    expect(findTransfers([move(1, 'shift')], null, three)).toEqual([]);
  });

  test('ice is seen when it comes, not when it melts', () => {
    const [free, frozen] = [seen([sheet({ fh: null })]), seen([sheet({ fh: null }, { frozen: ['fh'] })])];
    expect(findChangedPlaces([move(1, 'freeze.0.fh')], free, frozen)).toEqual([{ seat: 0, place: 'fh.0' }]);
    expect(findChangedPlaces([move(1, 'ch')], frozen, free)).toEqual([]);
  });

  test('an action die that somebody else earns is told, one’s own is not', () => {
    const now = seen([sheet({ fh: null }), sheet({ fh: 25 })]);
    const fell = (seat: number) => entry(1, 'roll', { seat, die: 'action', dice: [2], name: 'Ben' });
    expect(texts([fell(1)], now, now)).toEqual(['earned: Ben rolls the action die: Freeze.']);
    expect(texts([fell(0)], now, now)).toEqual([]);
    expect(texts([entry(1, 'roll', { seat: 1, die: 'pips', dice: [2] })], now, now)).toEqual([]);
  });

  test('five equal dice of somebody else are told, one’s own moves are not', () => {
    const none = seen([sheet({ kn: null }), sheet({ kn: null })]);
    const five = seen([sheet({ kn: null }), sheet({ kn: 50 })]);
    const own = seen([sheet({ kn: 50 }), sheet({ kn: null })]);
    expect(texts([move(1, 'kn', 50)], none, five)).toEqual(['five: A kniffeliger for Ben!']);
    expect(texts([move(1, 'kn', 0)], none, five)).toEqual([]);
    expect(texts([move(0, 'kn', 50)], none, own)).toEqual([]);
    expect(findChangedPlaces([move(0, 'kn', 50)], none, own)).toEqual([]);
  });

  test('the lead is told when it passes from one to the other', () => {
    const at = (...scores: number[]) => seen([null, null], { scores });
    expect(findLeader(at(5, 5), null)).toBeNull();
    expect(findLeader(at(5, 5), 0)).toBe(0);
    expect(texts([], at(5, 0), at(5, 9), 0)).toEqual(['lead: Ben leads now.']);
    expect(texts([], at(5, 9), at(12, 9), 1)).toEqual(['lead: You lead now.']);
    expect(texts([], at(0, 0), at(0, 9))).toEqual([]);
    expect(texts([], at(5, 0), at(5, 9), 1)).toEqual([]);
  });

  test('another game, or one that is over, has nothing to tell of this one', () => {
    const over = seen([sheet({ fh: null })], { results: [] });
    const next = seen([sheet({ fh: 25 })]);
    expect(findChangedPlaces([move(1, 'fh')], over, next)).toEqual([]);
    expect(findChangedPlaces([move(1, 'fh')], null, next)).toEqual([]);
    expect(texts([move(1, 'shift')], position('knister'), next)).toEqual([]);
  });
});

describe('Knister', () => {
  const sheet = (first: number[], row1: number | null) => ({
    grid: [first, ...Array.from({ length: 4 }, () => [0, 0, 0, 0, 0])],
    lines: { row1, col1: null },
  });
  const before = position('knister', { sheets: [sheet([7, 7, 7, 7, 0], null), sheet([2, 3, 4, 5, 0], null)] });
  const both = (more: Partial<Position> = {}) =>
    position('knister', { sheets: [sheet([7, 7, 7, 7, 7], 10), sheet([2, 3, 4, 5, 6], 8)], scores: [10, 8], ...more });

  test('a line that somebody completes is seen and told, one’s own is seen', () => {
    const log = [move(0, 'e1', 7), move(1, 'e1', 6)];
    expect(texts(log, before, both())).toEqual(['line: Ben completes row 1: 8 points.']);
    expect(findChangedPlaces(log, before, both())).toContainEqual({ seat: 1, place: 'row1' });
    const own = { ...both(), sheets: [both().sheets[0] ?? null, before.sheets[1] ?? null] };
    expect(findChangedPlaces([move(0, 'e1', 7)], before, own)).toEqual([{ seat: 0, place: 'row1' }]);
  });

  test('who leads is known once everybody has entered', () => {
    expect(findLeader(both(), 1)).toBe(1);
    expect(findLeader(both({ turn: turn({ kind: 'chance' }) }), 1)).toBe(0);
  });
});
