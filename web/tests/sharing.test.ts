// What is shared of finished games: the picture, in words for those who do not see it, and the ways to pass it on.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { provideGames } from '../src/lib/connection/session.svelte';
import { dayShareText } from '../src/lib/day/shareText';
import { picturedSeats, pictureText, type PictureContent } from '../src/lib/share/pictureContent';
import { canCopyPicture, canShareFile, shareFile } from '../src/lib/share/sharePicture';
import type { DealOfDay, Result } from '../src/wire';
import { gameInfo, position, resultOf } from './fixtures';

const GAMES = ['knister', 'knaster', 'knapp_daneben', 'knoeffel', 'kniffeliger'];

beforeEach(() => provideGames(GAMES.map((name) => gameInfo(name))));

const result = (seat: number, place: number, score: number) => resultOf({ seat, place, score });

const content = (ranked: Result[], more: Partial<PictureContent> = {}): PictureContent => ({
  position: position('knister', { sheets: ranked.map(() => ({})) }),
  names: ['Ann', 'Ben', 'Cem'],
  ranked,
  occasion: '27 November 2026',
  squares: null,
  facts: [],
  ...more,
});

describe('the picture', () => {
  test('of one player, in words', () => {
    const facts = ['better than 78 %', '3 days in a row'];
    expect(pictureText(content([result(0, 1, 63)], { facts }))).toBe(
      'knister, 27 November 2026. 63 points. better than 78 %. 3 days in a row.',
    );
  });

  test('of several players names the winner and all places', () => {
    const text = pictureText(content([result(1, 1, 70), result(0, 2, 63)]));
    expect(text).toContain('Ben wins');
    expect(text).toMatch(/1\. .?Ben.? 70/);
    expect(text).toMatch(/2\. .?Ann.? 63/);
  });

  test('has the sheets that can be read, the best first, and one where it shows all players', () => {
    const many = Array.from({ length: 12 }, (_, seat) => result(11 - seat, seat + 1, 12 - seat));
    expect(picturedSeats(content(many))).toEqual([11, 10, 9, 8, 7, 6, 5, 4]);
    const table = position('kniffeliger', { sheets: many.map(() => ({})) });
    expect(picturedSeats(content(many, { position: table }))).toEqual([11]);
  });
});

describe('the text of all games of a day', () => {
  const deal = (game: string, state: DealOfDay['state'], points: number | null): DealOfDay => ({
    game,
    options: {},
    commitment: '',
    seed: null,
    state,
    table: null,
    points,
    players: 0,
  });

  test('has a square of its colour for each game that is done, and a white one for the others', () => {
    const deals = [
      deal('knister', 'done', 63),
      deal('knaster', 'done', 41),
      deal('knapp_daneben', 'unranked', null),
      deal('knoeffel', 'running', null),
      deal('kniffeliger', 'done', 301),
    ];
    expect(dayShareText({ day: '2026-11-27', deals })).toBe(
      [
        'Knobel · 2026-11-27',
        '🟦 knister 63',
        '🟨 knaster 41',
        '⬜ knapp_daneben',
        '⬜ knoeffel',
        '🟪 kniffeliger 301',
        '405 points',
        `${location.origin}/day/2026-11-27`,
      ].join('\n'),
    );
  });

  test('tells the games apart', () => {
    const deals = GAMES.map((game) => deal(game, 'done', 1));
    const signs = dayShareText({ day: '2026-11-27', deals }).match(/[🟦🟨🟩🟥🟪]/gu);
    expect(new Set(signs).size).toBe(GAMES.length);
  });
});

describe('the device', () => {
  const file = new File(['x'], 'x.png', { type: 'image/png' });

  afterEach(() => {
    for (const name of ['canShare', 'share', 'clipboard']) Reflect.deleteProperty(navigator, name);
  });

  function give(name: string, value: unknown): void {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }

  test('offers what it can', () => {
    give('canShare', undefined);
    expect(canShareFile(file)).toBe(false);
    give('canShare', ({ files }: { files: File[] }) => files.length === 1);
    expect(canShareFile(file)).toBe(true);
    vi.stubGlobal('ClipboardItem', undefined);
    Reflect.deleteProperty(globalThis, 'ClipboardItem');
    expect(canCopyPicture()).toBe(false);
  });

  test('may close its dialog, which is no error, and may refuse', async () => {
    give('share', () => Promise.reject(new DOMException('closed', 'AbortError')));
    await shareFile(file, 'words');
    give('share', () => Promise.reject(new DOMException('no', 'NotAllowedError')));
    await expect(shareFile(file, 'words')).rejects.toThrow('no');
  });
});
