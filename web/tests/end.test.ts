import { describe, expect, test } from 'vitest';
import { extras } from '../src/games';
import { headline, margin, outcomeText } from '../src/lib/outcome';
import { standings } from '../src/lib/standings';
import type { Position, Result } from '../src/wire';
import { position } from './made';

const outcomes = import.meta.glob<{ scores: number[]; sheets: Position['sheets'] }>(
  '../../tests/golden/records/*.outcome.json',
  { eager: true, import: 'default' },
);

const result = (seat: number, score: number, place: number, more: Partial<Result> = {}): Result => ({
  seat,
  name: ['Ann', 'Ben', 'Cem'][seat] ?? '',
  score,
  place,
  rating: null,
  next_rating: null,
  missing: 0,
  ...more,
});

describe('where points came from', () => {
  test.each(Object.entries(outcomes))('adds up to the score: %s', (path, { scores, sheets }) => {
    const game = /(\w+)[-\w]*\.outcome/.exec(path)?.[1] ?? '';
    const ended = position(game, { sheets, scores, info: { bonus_from: 63 } });
    scores.forEach((score, seat) => {
      const parts = extras[game]?.story?.(ended, seat) ?? [];
      expect(parts.reduce((sum, part) => sum + (part.points ?? 0), 0)).toBe(score);
      expect(parts.every((part) => part.label && !/undefined|NaN|combo\./.test(part.label + part.what))).toBe(true);
    });
  });
});

describe('how a game ended', () => {
  const three = [result(0, 40, 2), result(1, 52, 1), result(2, 40, 2)];

  test('names the winner, by how much, and what one missed', () => {
    expect(headline(three, 0)).toBe('Ben wins');
    expect(margin(three, 0)).toBe('You were 12 points short.');
    expect(outcomeText(three, null)).toBe('Ben wins: 12 points ahead of Ann and Cem.');
    expect(outcomeText(three, 1)).toBe('You won! 12 points ahead of Ann and Cem.');
  });

  test('can be heard coming: all scores are told, the best first', () => {
    const names = ['Ann', 'Ben', 'Cem'];
    expect(standings(position('knister', { scores: [40, 52, 1] }), names)).toBe(
      'Ben 52 points, you 40 points and Cem 1 point.',
    );
    const large = position('knister', { seat: 99, scores: Array.from({ length: 100 }, (_, seat) => 100 - seat) });
    expect(standings(large, Array(100).fill('Ann')).match(/points?/g)).toHaveLength(9);
  });

  test('has no margin where all share the victory', () => {
    expect(outcomeText([result(0, 40, 1), result(1, 40, 1)], 1)).toBe('A shared victory!');
  });

  test('tells a solo player what is missing to the next rating', () => {
    const solo = [result(0, 74, 1, { rating: 'good', next_rating: 'super', missing: 7 })];
    expect(margin(solo, 0)).toBe('Good! 7 more points for “Super”.');
    expect(margin([result(0, 120, 1, { rating: 'spectacular' })], 0)).toBe('Spectacular!');
  });
});
