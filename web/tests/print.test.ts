import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gameRules } from '../src/games/rules';
import { LOCALES, setLocale } from '../src/i18n';
import { provideGames } from '../src/lib/connection/session.svelte';
import { paperPath } from '../src/lib/records/paperGame';
import { findFit, smallestPlace, type Fit } from '../src/print/fit';
import { padSizes, pageLayout, PAPERS, PER_PAGE, type Paper } from '../src/print/layout';
import type { PrintedPads } from '../src/print/printedPads';
import ShortRules from '../src/print/ShortRules.svelte';
import StandalonePads from '../src/print/StandalonePads.svelte';
import knapp_daneben from '../src/games/knapp_daneben/example';
import knister from '../src/games/knister/example';
import kniffeliger from '../src/games/kniffeliger/example';
import knoeffel from '../src/games/knoeffel/example';
import { gameInfo } from './fixtures';
import { mountHere } from './mounted';

afterEach(async () => {
  setLocale('en');
});

describe('the layout of a page', () => {
  const all = (Object.keys(PAPERS) as Paper[]).flatMap((paper) => PER_PAGE.map((n) => [paper, n] as const));

  test.each(all)('%s with %i pads is filled by pads of equal size', (paper, n) => {
    const { page, pad, columns, rows } = pageLayout(paper, n);
    expect(columns * rows).toBeGreaterThanOrEqual(n);
    expect(pad.width * columns).toBeCloseTo(page.width);
    expect(pad.height * rows).toBeCloseTo(page.height);
    expect([page.width, page.height].toSorted()).toEqual(Object.values(PAPERS[paper]).toSorted());
    const { text, label } = padSizes(pad);
    expect(Math.min(text, label)).toBeGreaterThanOrEqual(8);
  });
});

describe('what has room', () => {
  /** Measures pads of which a sheet needs `rows` rows; the rules take their lengths in millimetres. */
  const measure = (height: number, rules: Record<Fit['rules'], number>) => (fit: Fit) =>
    Promise.resolve({ width: 100 / fit.perPage, height: (height / fit.perPage - rules[fit.rules]) / 10 });
  const lengths = { full: 60, scoring: 30, points: 20, none: 0 };

  test('is the wanted number with all rules', async () => {
    expect(await findFit(2, true, measure(290, lengths))).toEqual({ perPage: 2, rules: 'full' });
  });

  test('are shorter rules on smaller pads', async () => {
    expect(await findFit(3, true, measure(290, lengths))).toEqual({ perPage: 3, rules: 'scoring' });
    expect(await findFit(4, true, measure(290, lengths))).toEqual({ perPage: 4, rules: 'points' });
    expect(await findFit(6, true, measure(290, lengths))).toEqual({ perPage: 6, rules: 'none' });
    expect(await findFit(2, false, measure(290, lengths))).toEqual({ perPage: 2, rules: 'none' });
  });

  test('are fewer pads if their places would be too small', async () => {
    expect(await findFit(6, true, measure(100, lengths))).toEqual({ perPage: 2, rules: 'none' });
    expect(await findFit(6, true, measure(0, lengths))).toEqual({ perPage: 1, rules: 'none' });
  });

  test('is measured on the smallest place', () => {
    const element = document.createElement('div');
    element.innerHTML = '<i data-cell="a1"></i><i data-field="1s.1"></i>';
    const sizes = [96, 48];
    for (const [i, place] of [...element.children].entries())
      vi.spyOn(place as HTMLElement, 'offsetHeight', 'get').mockReturnValue(sizes[i]!);
    expect(smallestPlace(element).height).toBeCloseTo(12.7);
  });
});

test('short rules are complete in every language', () => {
  for (const language of LOCALES) {
    setLocale(language);
    for (const rules of Object.values(gameRules)) {
      expect(rules!.turn(knoeffel).length).toBeGreaterThan(0);
      expect(rules!.scoring().every(({ label, points }) => label && points)).toBe(true);
    }
  }
});

test('combinations with equal points are printed together', () => {
  mountHere(ShortRules, { position: knister, length: 'points' });
  expect(document.body.textContent).toContain('Two pairs, Three equal: 3');
});

test('the rules of Knöffel say for what three free rolls are', () => {
  const [sheet] = knoeffel.sheets as { columns: object[] }[];
  const said = (shared: boolean, columns: object[]) =>
    gameRules['knoeffel']!.turn({
      ...knoeffel,
      info: { ...knoeffel.info, free_rolls_shared: shared },
      sheets: [{ ...sheet, columns }],
    })[2];
  const [first] = sheet!.columns;
  expect(said(false, [first!, first!])).toContain('three a column');
  expect(said(true, [first!, first!])).toMatch(/three in the whole game.*charged to the column/);
  const oneField = said(true, [first!, { ...first, free_rolls_used: null, free_roll_points: null }]);
  expect(oneField).toContain('three in the whole game');
  expect(oneField).not.toContain('charged');
});

test('the values of a game follow the options of the table', () => {
  const pointsOf = (game: string, options: Record<string, string | boolean | number>) =>
    Object.fromEntries(
      [...gameRules[game]!.scoring(options), ...(gameRules[game]!.actions?.(options) ?? [])].map(
        ({ label, points }) => [label, points],
      ),
    );
  const card = pointsOf('knoeffel', { knoeffel: 'player', five_is_full_house: true });
  expect(card['Knöffel']).toBe('20, only once a sheet');
  expect(card['Full house']).toBe('25, also for five equal');
  expect(pointsOf('knoeffel', { knoeffel: 'column' })['Knöffel']).toBe('20');
  expect(gameRules['knoeffel']!.extras!({ free_rolls: 'player' })[0]).toContain('three in the whole game');
  const classic = { free_rolls: 'none', knoeffel_points: 50, joker: 'forced' };
  expect(pointsOf('knoeffel', classic)['Knöffel']).toBe('50');
  expect(gameRules['knoeffel']!.extras!(classic)).toEqual([expect.stringContaining('100 points each')]);
  const actions = pointsOf('kniffeliger', { cross_out: 'filled', freeze: 'next_round' });
  expect(actions['Cross out']).toContain('becomes 0');
  expect(actions['Freeze']).toContain('the whole next round');
});

test('the address in the code names the game and its options', () => {
  expect(paperPath('knoeffel', { columns: 3, five_is_full_house: true })).toBe(
    '/paper?game=knoeffel&columns=3&five_is_full_house=true',
  );
});

describe('a blank sheet', () => {
  beforeEach(() => {
    Object.defineProperty(document, 'fonts', { value: { ready: Promise.resolve() }, configurable: true });
    // All that is measured has room.
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(100);
  });

  function show({ game, sheets: [sheet], info }: typeof knoeffel, more: Partial<PrintedPads> = {}) {
    const titles = { de: game, en: game, it: game };
    provideGames([gameInfo(game)]);
    const pads: PrintedPads = {
      ...{ language: 'en', game, titles, sheet: sheet!, info, link: 'https://knobel.example/paper' },
      ...{ paper: 'A4', per_page: 4, colour: true, rules: true, ...more },
    };
    mountHere(StandalonePads, { pads });
  }

  const drawn = () => vi.waitFor(() => expect(document.querySelector('[data-fit]')).not.toBeNull());

  test('is drawn as often as wanted, each with its code', async () => {
    show(knapp_daneben);
    await drawn();
    const pads = [...document.querySelectorAll('.pad')];
    expect(pads).toHaveLength(4);
    const links = pads.map((pad) => pad.querySelector<HTMLElement>('[data-link]')?.dataset['link']);
    expect(links).toEqual(Array(4).fill(expect.stringMatching(/^https:\/\/knobel\.example\/paper&pad=1c/)));
    expect(pads.map((pad) => pad.querySelectorAll('[data-mark]').length)).toEqual(Array(4).fill(3));
    expect(document.querySelectorAll('.pad [data-cell]')).toHaveLength(4 * 25);
    expect(document.querySelector('.pad button')).toBeNull();
  });

  test('has the columns of the game, without sums', async () => {
    const [sheet] = knoeffel.sheets as { columns: { fields: Record<string, number | null> }[] }[];
    const fields = Object.fromEntries(Object.keys(sheet!.columns[0]!.fields).map((field) => [field, null]));
    const column = {
      fields,
      upper: 0,
      bonus: 0,
      free_rolls_used: 0,
      free_roll_points: 15,
      joker_points: null,
      total: 15,
    };
    show({ ...knoeffel, sheets: [{ columns: [column, column, column], total: 45 }] }, { per_page: 1 });
    await drawn();
    expect(document.querySelectorAll('[data-field^="fh."]')).toHaveLength(3);
    const entries = [...document.querySelectorAll('.slot [aria-hidden]')].map((entry) => entry.textContent.trim());
    expect(new Set(entries)).toEqual(new Set(['', '151050']));
  });

  test('of Kniffeliger is that of one player', async () => {
    show(kniffeliger, { per_page: 1, rules: false });
    await drawn();
    expect(document.querySelectorAll('[data-field^="pi."]')).toHaveLength(1);
    expect(document.querySelector('[data-part="rules"]')).toBeNull();
  });

  test('in black only says so', async () => {
    show(knapp_daneben, { per_page: 1, colour: false });
    await drawn();
    expect(document.querySelector('[data-page="A4"]')?.getAttribute('data-printed')).toBe('black');
  });
});
