// The deals of the day: the text to share byte by byte, squares, histogram, decisions, and who began on this device.
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import knaster from '../src/games/knaster/example';
import knappDaneben from '../src/games/knapp_daneben/example';
import kniffeliger from '../src/games/kniffeliger/example';
import knoeffel from '../src/games/knoeffel/example';
import { setLocale, type Locale } from '../src/i18n';
import { beganByOther, rememberBegun } from '../src/lib/day/beganHere';
import { betterText, formatDay, parseDeal, shiftDay, timeLeft } from '../src/lib/day/deal';
import { bestDecisions, worstDecisions } from '../src/lib/day/decisions';
import { histogramBins, median } from '../src/lib/day/histogram';
import Histogram from '../src/pages/day/Histogram.svelte';
import { sheetSquares, shareText } from '../src/lib/day/shareText';
import { provideGames } from '../src/lib/connection/session.svelte';
import { LINES } from '../src/sheet/cells';
import type { CoachReview, DealStanding } from '../src/wire';
import { decision, gameInfo, position } from './fixtures';

beforeEach(() => provideGames(['knister', 'knaster'].map((name) => gameInfo(name))));
afterEach(() => {
  setLocale('en');
  localStorage.clear();
});

const counts = (...found: [number, number][]) => found.map(([points, count]) => ({ points, count }));

const standing = (more: Partial<DealStanding> = {}): DealStanding => ({
  day: '2026-11-25',
  game: 'knister',
  shown: true,
  players: 345,
  you: { place: 76, name: 'Ann', points: 63, lost: null, you: true },
  your_skill: null,
  percentile: 78.9,
  points: [],
  skill: [],
  // 269 of 344 others have fewer points.
  histogram: counts([40, 269], [63, 1], [80, 75]),
  master: null,
  streak: 3,
  ...more,
});

const knister = position('knister', {
  sheets: [{ grid: [], lines: { ...Object.fromEntries(LINES.map((line) => [line, 0])), row1: 8, col2: 3, diag: 1 } }],
});

describe('the text to share', () => {
  const SHEET = '🟩🟩🟩🟩🟩\n⬜🟨⬜⬜⬜\n⬜🟨🟨⬜⬜\n⬜🟨⬜🟨⬜\n⬜🟨⬜⬜🟨\n';
  const LINK = `${location.origin}/day/2026-11-25`;

  test.each<[Locale, string]>([
    ['en', '63 points · better than 78 %'],
    ['de', '63 Punkte · besser als 78 %'],
    ['it', '63 punti · meglio del 78 %'],
  ])('has no spoilers, and is the same byte by byte: %s', (language, result) => {
    setLocale(language);
    flushSync();
    const text = shareText(standing(), sheetSquares(knister, 0));
    const expected = `Knobel · knister · 2026-11-25\n${SHEET}${result}\n${LINK}`;
    expect(new TextEncoder().encode(text)).toEqual(new TextEncoder().encode(expected));
  });

  test('does not compare with nobody, or with nobody worse', () => {
    for (const histogram of [counts([63, 1]), counts([60, 1], [63, 1], [80, 300]), counts([63, 2], [80, 1])])
      expect(shareText(standing({ histogram }), [])).toBe(`Knobel · knister · 2026-11-25\n63 points\n${LINK}`);
  });

  test('calls equal results equal', () => {
    expect(betterText(standing({ histogram: counts([63, 3]) }))).toBe('level with everybody');
    expect(betterText(standing({ histogram: counts([50, 1], [63, 3]) }))).toBe('better than 33 %');
  });
});

test.each([
  ['knaster', knaster, '00000/00000/10100/00010/00010'],
  ['knapp_daneben', knappDaneben, '11220/11220/00010/00000/00000'],
  ['knoeffel', knoeffel, '000011/0022001/210011/0000001'],
  ['kniffeliger', kniffeliger, '021102/00220000'],
])('the squares of %s', (_, example, expected) => {
  const rows = sheetSquares(example, 0).map((row) => row.join(''));
  expect(rows.join('/')).toBe(expected);
});

test('ids, dates and times', () => {
  expect(parseDeal('2026-11-25/knister')).toEqual({ day: '2026-11-25', game: 'knister' });
  expect([parseDeal(''), parseDeal('cup-1/2')]).toEqual([null, null]);
  expect([shiftDay('2026-12-31', 1), shiftDay('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28']);
  expect(formatDay('2026-11-25')).toContain('25');
  expect([timeLeft(3_600_000), timeLeft(61_000), timeLeft(0)]).toEqual(['1 h left', '2 min left', 'over']);
});

test('a histogram has few ranges, and all results', () => {
  const counts = Array.from({ length: 200 }, (_, i) => ({ points: 100 + i, count: 1 + (i % 3) }));
  const bins = histogramBins(counts, [320]);
  expect(bins.length).toBeLessThanOrEqual(24);
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(counts.reduce((sum, { count }) => sum + count, 0));
  expect([bins[0]!.from, bins.at(-1)!.to >= 320]).toEqual([100, true]);
  expect(histogramBins([], [])).toEqual([]);
  expect(histogramBins([{ points: 7, count: 2 }], [])).toEqual([{ from: 7, to: 7, count: 2 }]);
  expect(median([1, 2, 3, 4].map((points) => ({ points, count: 1 })))).toBe(3);
});

test('the best decisions are hard to replace, and the worst cost most', () => {
  const choice = (action: string, points: number) => ({
    action,
    points,
    uncertainty: 0,
    win: null,
    win_uncertainty: null,
  });
  const decisions = [
    decision(1, 0, { cost: 0, played: choice('a1', 50), best: [choice('a1', 50), choice('b1', 49)] }),
    decision(2, 0, { cost: 0, played: choice('a2', 50), best: [choice('a2', 50), choice('b2', 40)] }),
    decision(3, 0, { played: choice('a3', 30), best: [choice('b3', 45), choice('a3', 30)], cost: 15 }),
    decision(4, 0, { cost: 0, played: choice('a4', 50), best: [choice('a4', 50)] }),
    decision(5, 0, { played: choice('a5', 49), best: [choice('b5', 50), choice('a5', 49)], cost: 1 }),
    decision(6, 1, { played: choice('a6', 1), best: [choice('b6', 50)], cost: 49 }),
  ];
  const review = { decisions } as unknown as CoachReview;
  expect(bestDecisions(review, 0).map(({ event }) => event)).toEqual([2, 1]);
  expect(worstDecisions(review, 0).map(({ event }) => event)).toEqual([3, 5]);
});

test('a device remembers who began, and only the latest deals', () => {
  expect(beganByOther('d/knister', 'ann')).toBe(false);
  rememberBegun('d/knister', 'ann');
  rememberBegun('d/knister', 'ann');
  expect(beganByOther('d/knister', 'ann')).toBe(false);
  expect(beganByOther('d/knister', 'bob')).toBe(true);
  expect(beganByOther('d/knaster', 'bob')).toBe(false);
  for (let i = 0; i < 20; i++) rememberBegun(`${i}/knister`, 'ann');
  expect(beganByOther('d/knister', 'bob')).toBe(false);
  localStorage.setItem('knobel.deals', 'nonsense');
  expect(beganByOther('d/knister', 'bob')).toBe(false);
});

test('four results are a list, and five are a distribution', async () => {
  for (const [others, shown] of [
    [3, 0],
    [4, 1],
  ] as const) {
    const histogram = counts([40, others], [63, 1]);
    const mounted = mount(Histogram, { target: document.body, props: { standing: standing({ histogram }) } });
    expect(document.querySelectorAll('[data-testid=histogram]')).toHaveLength(shown);
    await unmount(mounted);
  }
});
