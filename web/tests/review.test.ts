import { describe, expect, test } from 'vitest';
import { axisTicks, selectSpaced, toSteps } from '../src/lib/review/chart';
import {
  decisionAt,
  expectedPoints,
  findMistakes,
  formatError,
  mainCause,
  othersEffect,
  roundedLedger,
  winProbabilities,
  worstFirst,
} from '../src/lib/review/review';
import { provideGames } from '../src/lib/connection/session.svelte';
import { choiceText } from '../src/lib/review/choiceText';
import { setLocale } from '../src/i18n';
import { decision, gameInfo, judged, review } from './fixtures';

describe('a review', () => {
  test('has ledgers whose rounded parts add up', () => {
    const exact = { start: 70.26, luck: 1.26, decisions: -2.34, unknown: 0, others: 0, correction: -0.18, final: 69 };
    const rounded = { start: 70.3, luck: 1.3, decisions: -2.3, unknown: 0, others: 0, correction: -0.3, final: 69 };
    expect(roundedLedger(exact)).toEqual(rounded);
  });

  test('tells in points what a decision cost', () => {
    setLocale('en');
    expect(formatError(decision(1, 0, { cost: 2.34 }))).toBe('2.3 points lost');
    expect(formatError(decision(1, 0, { cost: 0.04 }))).toBeNull();
  });

  test('has a curve for each seat, with one point per step', () => {
    expect(expectedPoints(review, 0)).toEqual([
      { at: 0, value: 70, band: 1.5 },
      { at: 1, value: 71.5, band: 0 },
      { at: 2, value: 69.5, band: 1.5 },
    ]);
    expect(expectedPoints(review, 1).at(-1)?.value).toBe(71);
  });

  test('has the probabilities of winning in percent, where they are known', () => {
    expect(winProbabilities(review, 0).map(({ at, value, band }) => [at, value, band])).toEqual([
      [2, 40, 8],
      [5, 40, 8],
    ]);
  });

  test('has the probabilities of winning by strength, where there are any', () => {
    const chances = [
      { event: 0, wins: [0.25, 0.75] },
      { event: 9, wins: [1, 0] },
    ];
    expect(winProbabilities({ ...review, chances }, 1).map(({ at, value }) => [at, value])).toEqual([
      [0, 75],
      [9, 0],
    ]);
  });

  test('names the effect of the other players', () => {
    const part = (game: string, others: number, ...played: [by: number, action: string][]) => {
      const decisions = played.map(([by, action], i) => decision(i + 1, by, { played: judged(action, 60) }));
      const one = review.seats[0]!;
      return othersEffect({ ...review, game, decisions }, { ...one, ledger: { ...one.ledger, others } });
    };
    expect(part('kniffeliger', 3, [0, 'fh'], [1, 'steal.2.fh'])).toBe('spared');
    expect(part('kniffeliger', 3, [1, 'freeze.0.fh'])).toBe('attacks');
    expect(part('kniffeliger', 3, [0, 'swap.1'])).toBe('attacks');
    expect(part('kniffeliger', 3, [1, 'shift'])).toBe('attacks');
    expect(part('kniffeliger', -3, [1, 'fh'])).toBe('attacks');
    provideGames([gameInfo('knaster', { simultaneous: true }), gameInfo('knoeffel', { simultaneous: false })]);
    expect(part('knaster', 3)).toBe('pace');
    expect(part('knoeffel', 3)).toBe('risk');
  });

  test('lists the mistakes', () => {
    expect(findMistakes(review, 0).map((each) => each.event)).toEqual([2]);
    expect(findMistakes(review, 1)).toEqual([]);
    expect(decisionAt(review, 3)?.seat).toBe(1);
    expect(decisionAt(review, 4)).toBeUndefined();
  });
});

test('of mistakes close to each other, only the worst is drawn', () => {
  const mistakes = [
    decision(1, 0, { grade: 'inaccuracy', loss: 9 }),
    decision(2, 0, { grade: 'blunder', loss: 4 }),
    decision(3, 0, { grade: 'blunder', loss: 5 }),
    decision(9, 0, { grade: 'inaccuracy', loss: 1 }),
  ];
  const drawn = (down: (event: number) => number) =>
    selectSpaced(worstFirst(mistakes), ({ event }) => ({ x: 5 * event, y: down(event) }), { across: 20, down: 15 }).map(
      ({ event }) => event,
    );
  expect(drawn(() => 0)).toEqual([3, 9]);
  expect(drawn((event) => (event === 1 ? 15 : 0))).toEqual([3, 1, 9]);
});

test('a solo result has a main cause', () => {
  const of = (luck: number, decisions: number) => mainCause({ ...review.seats[0]!.ledger, luck, decisions });
  expect(of(3, -2)).toEqual(['lucky', 3]);
  expect(of(-3, -2)).toEqual(['unlucky', 3]);
  expect(of(-1, -170)).toEqual(['wasteful', 170]);
  expect(of(1, -170)).toEqual(['wasteful', 170]);
});

test('a staircase lasts until the next step, and to the end', () => {
  expect(toSteps(expectedPoints(review, 1), 9).map((point) => point.at)).toEqual([0, 1, 1, 9]);
});

test('an axis has a few round numbers', () => {
  expect(axisTicks(17, 83)).toEqual([20, 40, 60, 80]);
  expect(axisTicks(0, 100)).toEqual([0, 50, 100]);
  expect(axisTicks(5, 5)).toEqual([5]);
});

test('choices are described in a few words', () => {
  setLocale('en');
  const describeChoice = (action: string, game = 'knoeffel') => choiceText(action, game, ['Ann', 'Ben']);
  expect(
    ['c3', 'c3o', 'row3:a3,d3', 'c3g', 'pass', 'k', 'k335', 'f', 'fh.2', 'fh', 'steal.1.fh', 'swap.1', 'shift'].map(
      (action) => describeChoice(action),
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
    'Steal: Ben’s Full house',
    'Swap: Ben',
    'Shift',
  ]);
});
