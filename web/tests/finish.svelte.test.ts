import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LOCALES, setLocale, type Locale } from '../src/i18n';
import levels from '../../src/knobel/rating/levels.json';
import { reachedLevel, type MeasuredLevel } from '../src/lib/finish/botLevels';
import { bestPlace, countingSteps } from '../src/lib/finish/countingSteps';
import { Finish } from '../src/lib/finish/finish.svelte';
import { keepScore, loadPastScores } from '../src/lib/finish/pastScores';
import { pastSentence } from '../src/lib/finish/sentence';
import { SheetTally } from '../src/lib/finish/sheetTally.svelte';
import { provideGames } from '../src/lib/connection/session.svelte';
import ResultsScreen from '../src/pages/table/results/ResultsScreen.svelte';
import * as paint from '../src/lib/ui/afterPaint';
import * as sound from '../src/lib/ui/sound.svelte';
import type { Position, Result, Settings } from '../src/wire';
import { clientOf } from '../design/states';
import { entry, gameInfo, position, resultOf, table } from './fixtures';
import { mountHere } from './mounted';

const outcomes = import.meta.glob<{ scores: number[]; sheets: Position['sheets'] }>(
  '../../tests/golden/records/*.outcome.json',
  { eager: true, import: 'default' },
);

const places = (game: string, sheet: object) =>
  countingSteps(position(game, { sheets: [sheet] as never }), 0).map((step) => [...step.places, step.points]);
const best = (game: string, sheet: object) => bestPlace(countingSteps(position(game, { sheets: [sheet] as never }), 0));

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  setLocale('en');
});

describe('the steps of counting', () => {
  test.each(Object.entries(outcomes))('add up to the score: %s', (path, { scores, sheets }) => {
    const game = /(\w+?)(-[-\w]*)?\.outcome/.exec(path)![1]!;
    const ended = position(game, { sheets, scores });
    scores.forEach((score, seat) => {
      const steps = countingSteps(ended, seat);
      expect(steps.reduce((sum, { points }) => sum + points, 0)).toBe(score);
      const written = steps.flatMap((step) => step.places);
      expect(new Set(written).size).toBe(written.length);
      const most = Math.max(0, ...steps.filter(({ line }) => line).map(({ points }) => points));
      const ringed = steps.find((step) => step.places.includes(bestPlace(steps) ?? ''));
      expect(ringed?.points ?? 0).toBe(most);
    });
  });

  test('follow the sheet: rows, columns, diagonals, and what has no place at the end', () => {
    const lines = { anti: 6, diag: 16, col2: 3, row5: null, row1: 1, row3: 0 };
    expect(places('knister', { lines })).toEqual([
      ['row1', 1],
      ['col2', 3],
      ['diag', 16],
      ['anti', 6],
    ]);
    expect(places('knaster', { lines: { row1: 9, col1: null }, circles: 12 })).toEqual([['row1', 9], [12]]);
    expect(places('knapp_daneben', { lines: { row1: 3 }, numbers: 8 })).toEqual([['row1', 3], [8]]);
  });

  test('write the sums of a column with its halves', () => {
    const column = (fields: Record<string, number | null>, bonus: number, free: number | null) => ({
      fields,
      bonus,
      free_roll_points: free,
      joker_points: null,
    });
    const columns = [column({ '1s': 3, '6s': 0, fh: 25, ch: null }, 35, 15), column({ '2s': null, kn: 20 }, 0, null)];
    expect(places('knoeffel', { columns })).toEqual([
      ['1s.1', 3],
      ['upper.1', 'bonus.1', 35],
      ['fh.1', 25],
      ['free.1', 'total.1', 15],
      ['upper.2', 'bonus.2', 0],
      ['kn.2', 20],
      ['free.2', 'total.2', 0],
    ]);
    expect(best('knoeffel', { columns })).toBe('fh.1');
    expect(places('kniffeliger', { rows: { pi: 31, '3k': null } })).toEqual([
      ['pi.0', 31],
      ['total.0', 0],
    ]);
  });
});

describe('the best line', () => {
  test('is the first of equals, and never a bonus or a sum', () => {
    expect(best('knister', { lines: { col5: 8, row2: 8, diag: 6 } })).toBe('row2');
    expect(best('knaster', { lines: { row1: 9, diag: 10 }, circles: 25 })).toBe('diag');
    expect(best('knapp_daneben', { lines: { row4: 3, col1: 6 }, numbers: 30 })).toBe('col1');
    expect(best('kniffeliger', { rows: { '6s': 30, pi: 31, kn: null } })).toBe('pi.0');
  });

  test('is missing where nothing scored or the sheet is hidden', () => {
    expect(best('knister', { lines: { row1: 0, row2: null } })).toBeNull();
    expect(best('knister', { lines: { row1: -4 } })).toBeNull();
    expect(bestPlace(countingSteps(position('knister', { sheets: [null] as never }), 0))).toBeNull();
    expect(bestPlace(countingSteps(position('knister'), 3))).toBeNull();
  });
});

describe('counting', () => {
  const sheets = [{ lines: { row1: 8, row2: 12, row3: 0 } }, { lines: { col1: 3 } }] as unknown as Position['sheets'];
  const tally = () => new SheetTally(position('knister', { sheets, scores: [20, 3] }), 0);

  test('writes one score after another with a pencil, then rings the best', () => {
    vi.useFakeTimers();
    const played = vi.spyOn(sound, 'playSound').mockImplementation(() => {});
    const counting = tally();
    expect([counting.running, counting.best(0)]).toEqual([false, 'row2']);
    counting.start();
    expect([counting.counted(0), counting.counted(1)]).toEqual([0, null]);
    expect(['row1', 'row2', 'row3'].map((line) => counting.hides(0, line))).toEqual([true, true, false]);
    expect(counting.hides(1, 'col1')).toBe(false);
    expect(counting.best(0)).toBeNull();
    vi.advanceTimersToNextTimer();
    expect([counting.counted(0), counting.hides(0, 'row1'), counting.hides(0, 'row2')]).toEqual([8, false, true]);
    vi.advanceTimersToNextTimer();
    expect([counting.running, counting.counted(0), counting.best(0), counting.best(1)]).toEqual([
      false,
      null,
      'row2',
      'col1',
    ]);
    expect(played.mock.calls).toEqual([['pencil'], ['pencil']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('can be cut short', () => {
    vi.useFakeTimers();
    const counting = tally();
    counting.start();
    counting.finish();
    expect([counting.running, counting.counted(0), vi.getTimerCount()]).toEqual([false, null, 0]);
  });

  test('does not happen with reduced motion, or without a sheet', () => {
    vi.useFakeTimers();
    const empty = new SheetTally(position('knister'), 0);
    empty.start();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const counting = tally();
    counting.start();
    expect([empty.running, counting.running, vi.getTimerCount()]).toEqual([false, false, 0]);
  });
});

describe('one sentence', () => {
  const say = (language: Locale, score: number, scores: number[], counts = true): string => {
    setLocale(language);
    return pastSentence(score, { scores, best: scores.length > 0 ? Math.max(...scores) : null, counts });
  };
  const rising = [70, 69, 71, 68, 50, 50, 51, 49, 90, 50];

  test.each<[string, number, number[], string, string, string]>([
    ['first', 54, [], 'Your first result: 54 to beat.', 'Dein erstes Ergebnis: schlag die 54!', 'Il tuo primo'],
    ['best', 60, [59, 30], 'Your new best, 1 point above the old one.', 'neuer Rekord, 1 Punkt mehr', 'nuovo record'],
    ['equal', 59, [59, 30], 'As good as your best.', 'So gut wie dein Rekord.', 'Alla pari'],
    ['few', 40, [59, 30], 'Your best is still 59 points.', 'Dein Rekord bleibt 59 Punkte.', 'record resta 59'],
    ['most', 60, [90, 50, 40, 30], 'Better than 3 of your last 4 games.', 'Besser als 3 deiner', 'Meglio di 3'],
    ['ten', 60, [...Array(10).fill(50), 90], 'Better than all of your last 10 games.', 'Besser als alle ', 'tutte'],
    ['trend', 60, rising, 'Your last five games averaged 68 points, up from 57.', 'im Schnitt 68 Punkte', 'prima 57'],
    ['mean', 50, [90, 70, 20, 20], 'Exactly your average of 50.', 'Genau dein Schnitt', 'Esattamente'],
    ['above', 61, [90, 65, 65, 20], '1 point above your average of 60.', '1 Punkt über deinem', '1 punto sopra'],
    ['below', 20, [90, 70, 20, 20], '30 points below your average of 50.', '30 Punkte ', '30 punti sotto'],
  ])('%s', (_, score, scores, ...wanted) => {
    const said = (['en', 'de', 'it'] as const).map((language) => say(language, score, scores));
    said.forEach((sentence, i) => expect(sentence).toContain(wanted[i]));
    said.forEach((sentence) => expect(sentence).not.toMatch(/[{}]|undefined|NaN/));
  });

  test('claims nothing for a game that is not counted', () => {
    for (const language of LOCALES) expect(say(language, 99, [50], false)).not.toMatch(/\d/);
  });
});

describe('earlier scores', () => {
  const game = (code: string, score: number, time: number, options = {}) => ({
    code,
    settings: { ...table(['Ann']).settings, options },
    result: resultOf({ score }),
    time,
  });

  test('of the server are those before the game, with the same options', async () => {
    const fetched = vi.fn<typeof fetch>().mockImplementation(async () =>
      Response.json({
        all_time: [],
        month: [],
        mine: [
          { score: 90, time: 9 },
          { score: 80, time: 2 },
          { score: 70, time: 5 },
        ],
        recent: [
          { score: 90, time: 9 },
          { score: 70, time: 5 },
          { score: 60, time: 4 },
        ],
      }),
    );
    vi.stubGlobal('fetch', fetched);
    expect(await loadPastScores(game('ABCDEF', 70, 5, { columns: 1 }))).toEqual({
      scores: [60],
      best: 80,
      counts: true,
    });
    expect(decodeURIComponent(String(fetched.mock.calls[0]![0]))).toContain('scores/knister?options={"columns":1}');
    expect((await loadPastScores(game('ABCDEF', 75, 6))).counts).toBe(false);
  });

  test('of this device are kept by game and options, the best for ever', async () => {
    const ask = (options = {}) => loadPastScores(game('0ABCDE', 50, 999, options));
    expect(await ask()).toEqual({ scores: [], best: null, counts: false });
    keepScore(game('0ABCDE', 99, 1));
    for (let time = 2; time < 80; time++) keepScore(game('0ABCDE', 40, time));
    keepScore(game('0ABCDE', 120, 80, { columns: 1 }));
    expect(await ask()).toMatchObject({ best: 99, counts: false });
    expect((await ask()).scores).toHaveLength(50);
    expect((await ask({ columns: 1 })).scores).toEqual([120]);
    localStorage.setItem('knobel.device_scores', 'not JSON');
    expect((await ask()).best).toBeNull();
  });
});

describe('alone', () => {
  const usual = (game: keyof typeof levels, level: MeasuredLevel): number => Math.ceil(levels[game].means[level]);

  test('a score is compared with the best level that it reaches, or with the lowest', () => {
    const [advanced, beginner] = [usual('knapp_daneben', 'advanced'), usual('knoeffel', 'beginner')];
    expect(reachedLevel('knapp_daneben', advanced)).toEqual({ level: 'advanced', mean: advanced });
    expect(reachedLevel('knapp_daneben', advanced - 1)).toMatchObject({ level: 'intermediate' });
    expect(reachedLevel('knoeffel', beginner - 72)).toEqual({ level: 'beginner', mean: beginner });
    expect(reachedLevel('knoeffel', 600)).toMatchObject({ level: 'master' });
    expect(reachedLevel('kniffeliger', 100)).toBeNull();
    expect(reachedLevel('ludo', 100)).toBeNull();
  });

  const ended = async (
    game: string,
    result: Partial<Result>,
    { options = {}, person = 'you', time = 7, ...more }: Partial<Settings> & { person?: string; time?: number } = {},
  ): Promise<Finish> => {
    const score = result.score ?? 0;
    const solo = resultOf({ score, ...result });
    provideGames([gameInfo(game, { options: [{ name: 'layout', default: 'a', values: null } as never] })]);
    const { settings, seats } = table(['Ann']);
    const finish = new Finish({
      table: table(['Ann'], {
        code: '0ABCDE',
        settings: { ...settings, game, options, ...more },
        seats: [{ ...seats[0]!, person }],
      }),
      position: position(game, { results: [solo], scores: [score] }),
      log: [entry(time, 'over')],
      live: true,
    });
    await finish.load();
    return finish;
  };

  test('the words of the rules come first', async () => {
    const finish = await ended('knister', { score: 74, rating: 'good', next_rating: 'super', missing: 7 });
    expect(finish.margin).toBe('Good!');
    expect(finish.sentence).toBe(`Even the master bot usually gets only ${usual('knister', 'master')}.`);
  });

  test('only the standard options are compared with the bots', async () => {
    const score = usual('knapp_daneben', 'advanced');
    const standard = await ended('knapp_daneben', { score });
    expect([standard.margin, standard.sentence]).toEqual(['', `The advanced bot usually gets ${score}.`]);
    const other = await ended('knapp_daneben', { score }, { options: { layout: 'b' } });
    expect(other.sentence).toBe(`Your first result: ${score} to beat.`);
  });

  test('the owner of the device has a history without a server, its guests have none', async () => {
    const [beginner, advanced] = [usual('knister', 'beginner'), usual('knister', 'advanced')];
    expect((await ended('knister', { score: 40 })).sentence).toBe(`The beginner bot usually gets ${beginner}.`);
    expect((await ended('knister', { score: 50 }, { time: 8 })).sentence).toBe(
      'Your new best, 10 points above the old one.',
    );
    expect((await ended('knister', { score: advanced }, { time: 9, person: 'you-2' })).sentence).toBe(
      `The advanced bot usually gets ${advanced}.`,
    );
    const real = await ended('knister', { score: 70 }, { time: 10, dice: 'real' });
    expect(real.sentence).toBe('This game isn’t counted among your results.');
  });
});

describe('the results', () => {
  /** One finished game of each kind, of which one sheet is left. */
  const paths = Object.keys(outcomes).filter((path) => /records\/[a-z_]+\.outcome/.test(path));

  const count = (selector: string) => document.querySelectorAll(selector).length;

  test.each(paths)('count the sheet until a key is pressed: %s', (path) => {
    vi.useFakeTimers();
    vi.spyOn(sound, 'playSound').mockImplementation(() => {});
    // The timers are those of the counting.
    vi.spyOn(paint, 'afterPaint').mockImplementation((task) => task());
    // A phone, on which the sheets are as high as they like.
    const never = { matches: false, addEventListener: () => {}, removeEventListener: () => {} };
    vi.stubGlobal('matchMedia', () => never);
    const game = /(\w+?)(-[-\w]*)?\.outcome/.exec(path)![1]!;
    const scores = outcomes[path]!.scores.slice(0, 1);
    const sheets = outcomes[path]!.sheets.slice(0, 1);
    const results = [resultOf({ score: scores[0]! })];
    const info = { bonus_from: 63, free_roll_values: [15, 10, 5, 0], layout: 'kbgyr'.repeat(5) };
    const over = position(game, { sheets, scores, results, info });
    const ended = table(['Ann'], { state: 'over', settings: { ...table(['Ann']).settings, game } });
    const finish = new Finish({ table: ended, position: over, log: [], live: true });
    finish.startCounting();
    const props = { client: clientOf(ended, over), table: ended, position: over, results, finish };
    mountHere(ResultsScreen, props);
    const total = () => document.querySelector('[data-testid=results-headline]')!.textContent.trim();
    const steps = countingSteps(over, 0);
    const placed = steps.flatMap((step) => step.places).length;
    expect([count('.uncounted'), count('.best'), total()]).toEqual([placed, 0, '0 points']);
    vi.advanceTimersToNextTimer();
    flushSync();
    expect(count('.uncounted')).toBe(placed - steps[0]!.places.length);
    dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
    flushSync();
    expect([count('.uncounted'), count('.best')]).toEqual([0, bestPlace(steps) === null ? 0 : 1]);
    expect(total()).toBe(`${scores[0]} points`);
  });
});
