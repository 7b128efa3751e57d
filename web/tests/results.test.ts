import { describe, expect, test } from 'vitest';
import { gameExtras } from '../src/games/extras';
import { resultHeadline, resultMargin, resultText } from '../src/lib/table/resultText';
import { standingsText } from '../src/lib/table/standings';
import type { Position, Result } from '../src/wire';
import { position, resultOf } from './fixtures';

const outcomes = import.meta.glob<{ scores: number[]; sheets: Position['sheets'] }>(
  '../../tests/golden/records/*.outcome.json',
  { eager: true, import: 'default' },
);

const result = (seat: number, score: number, place: number, more: Partial<Result> = {}) =>
  resultOf({ seat, score, place, ...more });

describe('where points came from', () => {
  test.each(Object.entries(outcomes))('adds up to the score: %s', (path, { scores, sheets }) => {
    const game = /(\w+)[-\w]*\.outcome/.exec(path)?.[1] ?? '';
    const ended = position(game, { sheets, scores, info: { bonus_from: 63 } });
    scores.forEach((score, seat) => {
      const parts = gameExtras[game]?.scoreParts?.(ended, seat) ?? [];
      expect(parts.reduce((sum, part) => sum + (part.points ?? 0), 0)).toBe(score);
      expect(parts.every((part) => part.label && !/undefined|NaN|combo\./.test(part.label + part.detail))).toBe(true);
    });
  });
});

describe('how a game ended', () => {
  const three = [result(0, 40, 2), result(1, 52, 1), result(2, 40, 2)];

  test('names the winner, by how much, and what one missed', () => {
    expect(resultHeadline(three, 0)).toBe('Ben wins');
    expect(resultMargin(three, 0)).toBe('You were 12 points short.');
    expect(resultText(three, null)).toBe('Ben wins: 12 points ahead of Ann and Cem.');
    expect(resultText(three, 1)).toBe('You won! 12 points ahead of Ann and Cem.');
  });

  test('can be heard coming: all scores are told, the best first', () => {
    const names = ['Ann', 'Ben', 'Cem'];
    expect(standingsText(position('knister', { scores: [40, 52, 1] }), names)).toBe(
      'Ben 52 points, you 40 points and Cem 1 point.',
    );
    const large = position('knister', { seat: 99, scores: Array.from({ length: 100 }, (_, seat) => 100 - seat) });
    expect(standingsText(large, Array(100).fill('Ann')).match(/points?/g)).toHaveLength(9);
  });

  test('has no resultMargin where all share the victory', () => {
    expect(resultText([result(0, 40, 1), result(1, 40, 1)], 1)).toBe('A shared victory!');
  });

  test('has the rules’ word for the score of one player', () => {
    expect(resultMargin([result(0, 74, 1, { rating: 'good', next_rating: 'super', missing: 7 })], 0)).toBe('Good!');
    expect(resultMargin([result(0, 4, 1, { next_rating: 'good', missing: 7 })], 0)).toBe('');
    expect(resultMargin([result(0, 120, 1, { rating: 'spectacular' })], 0)).toBe('Spectacular!');
  });
});
