import { describe, expect, test } from 'vitest';
import { apart, cause, chances, decisionAt, expected, marked, othersPart, scale, stairs } from '../src/lib/review';
import { choiceText } from '../src/pages/review/choices';
import { setLocale } from '../src/i18n';
import { decision, judged, review } from './made';

describe('a review', () => {
  test('has a curve for each seat, with what is left of each step', () => {
    expect(expected(review, 0)).toEqual([
      { at: 0, value: 70, band: 1.5 },
      { at: 1, value: 71.5, band: 0 },
      { at: 2, value: 69.5, band: 1.5 },
    ]);
    expect(expected(review, 1).at(-1)?.value).toBe(71);
  });

  test('has chances to win in percent, where they are known', () => {
    expect(chances(review, 0).map(({ at, value, band }) => [at, value, band])).toEqual([
      [2, 40, 8],
      [5, 40, 8],
    ]);
  });

  test('says of the part of the others whether it is theirs', () => {
    const part = (game: string, others: number, ...played: [by: number, action: string][]) => {
      const decisions = played.map(([by, action], i) => decision(i + 1, by, { played: judged(action, 60) }));
      const one = review.seats[0]!;
      return othersPart({ ...review, game, decisions }, { ...one, ledger: { ...one.ledger, others } });
    };
    expect(part('kniffeliger', 3, [0, 'fh'], [1, 'steal.2.fh'])).toBe('spared');
    expect(part('kniffeliger', 3, [1, 'freeze.0.fh'])).toBe('attacks');
    expect(part('kniffeliger', 3, [0, 'swap.1'])).toBe('attacks');
    expect(part('kniffeliger', 3, [1, 'shift'])).toBe('attacks');
    expect(part('kniffeliger', -3, [1, 'fh'])).toBe('attacks');
    expect(part('knaster', 3)).toBe('pace');
  });

  test('marks what is worse than good', () => {
    expect(marked(review, 0).map((each) => each.event)).toEqual([2]);
    expect(marked(review, 1)).toEqual([]);
    expect(decisionAt(review, 3)?.seat).toBe(1);
    expect(decisionAt(review, 4)).toBeUndefined();
  });
});

test('of mistakes at nearly one place, the worst is drawn', () => {
  const mistakes = [
    decision(1, 0, { grade: 'inaccuracy', loss: 9 }),
    decision(2, 0, { grade: 'blunder', loss: 4 }),
    decision(3, 0, { grade: 'blunder', loss: 5 }),
    decision(9, 0, { grade: 'inaccuracy', loss: 1 }),
  ];
  const drawn = (down: (event: number) => number) =>
    apart(mistakes, ({ event }) => ({ x: 5 * event, y: down(event) }), { across: 20, down: 15 }).map(
      ({ event }) => event,
    );
  expect(drawn(() => 0)).toEqual([3, 9]);
  expect(drawn((event) => (event === 1 ? 15 : 0))).toEqual([3, 1, 9]);
});

test('who played alone reads what most made the result', () => {
  const of = (luck: number, decisions: number) => cause({ ...review.seats[0]!.ledger, luck, decisions });
  expect(of(3, -2)).toEqual(['lucky', 3]);
  expect(of(-3, -2)).toEqual(['unlucky', 3]);
  expect(of(-1, -170)).toEqual(['wasteful', 170]);
  expect(of(1, -170)).toEqual(['wasteful', 170]);
});

test('a staircase stands until the next step, and to the end', () => {
  expect(stairs(expected(review, 1), 9).map((point) => point.at)).toEqual([0, 1, 1, 9]);
});

test('a scale has a few round numbers', () => {
  expect(scale(17, 83)).toEqual([20, 40, 60, 80]);
  expect(scale(0, 100)).toEqual([0, 50, 100]);
  expect(scale(5, 5)).toEqual([5]);
});

test('choices are told in a few words', () => {
  setLocale('en');
  const told = (action: string, game = 'knoeffel') => choiceText(action, game, ['Ann', 'Ben']);
  expect(
    ['c3', 'c3o', 'row3:a3,d3', 'c3g', 'pass', 'k', 'k335', 'f', 'fh.2', 'fh', 'steal.1.fh', 'swap.1', 'shift'].map(
      (a) => told(a),
    ),
  ).toEqual([
    'c3',
    'circle c3',
    'circle a3, d3',
    'c3 with Green',
    'pass',
    'roll all again',
    'keep 3 3 5',
    'free roll, keep –',
    'Full house, column 2',
    'Full house',
    'Steal: Full house of Ben',
    'Swap: Ben',
    'Shift',
  ]);
});
