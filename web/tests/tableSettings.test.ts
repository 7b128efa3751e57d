import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLocale } from '../src/i18n';
import {
  defaultSettings,
  settingsForGame,
  MAX_SEATS,
  optionValueText,
  saveBotLevel,
  unusualOptions,
  preferredBotLevel,
} from '../src/lib/table/tableSettings';
import { presetIn, presetsOf } from '../src/lib/table/presets';
import { gameInfo } from './fixtures';

const knoeffel = gameInfo('knoeffel', {
  max_seats: 8,
  options: [
    { name: 'columns', default: 2, values: [1, 2, 'sequential'] },
    { name: 'five_is_full_house', default: false, values: [true, false] },
  ],
});
const daneben = gameInfo('knapp_daneben', { min_seats: 2, max_seats: 5 });

beforeEach(() => {
  localStorage.clear();
  setLocale('en');
});
afterEach(() => vi.restoreAllMocks());

test('a table has as many seats as its game allows', () => {
  expect([0, 1, 8, 9].map((seats) => defaultSettings(knoeffel, seats).seats)).toEqual([1, 1, 8, 8]);
  expect(defaultSettings(daneben, 1).seats).toBe(2);
  expect(defaultSettings(gameInfo('knister'), 100_000).seats).toBe(MAX_SEATS);
});

test('alone one sees what each place would bring, in company nobody does', () => {
  expect(defaultSettings(knoeffel, 1).hints).toBe(true);
  expect(defaultSettings(knoeffel, 2).hints).toBe(false);
});

test('another game keeps what it knows, and has options of its own', () => {
  const wished = { ...defaultSettings(knoeffel, 8), public: true, seconds: 30, dice: 'real' as const };
  wished.options['columns'] = 1;
  expect(settingsForGame(wished, daneben)).toEqual({ ...wished, game: 'knapp_daneben', seats: 5, options: {} });
  expect(wished.options).toEqual({ columns: 1, five_is_full_house: false });
});

test('only options that differ from the printed rules are worth a word', () => {
  expect(unusualOptions(knoeffel, { columns: 2, five_is_full_house: false })).toEqual([]);
  expect(unusualOptions(knoeffel, {})).toEqual([]);
  expect(unusualOptions(knoeffel, { columns: 'sequential', five_is_full_house: true })).toEqual([
    'Columns: two, one after the other',
    'Five of a kind counts as a full house: yes',
  ]);
});

describe('presets', () => {
  const whole = gameInfo('knoeffel', {
    options: [
      { name: 'columns', default: 2, values: [2, 1] },
      { name: 'free_rolls', default: 'column', values: ['column', 'none'] },
      { name: 'knoeffel_points', default: 20, values: [20, 50] },
      { name: 'joker', default: 'none', values: ['none', 'free', 'forced'] },
    ],
  });
  const printed = { columns: 2, free_rolls: 'column', knoeffel_points: 20 };
  const classic = { columns: 1, free_rolls: 'none', knoeffel_points: 50 };

  test('choose several options at once', () => {
    expect(presetsOf(whole)).toEqual({ printed, classic });
    expect(presetsOf(daneben)).toEqual({});
  });

  test('are recognised whatever the other options are', () => {
    expect(presetIn(whole, { ...printed, joker: 'none' })).toBe('printed');
    expect(presetIn(whole, { ...classic, joker: 'free' })).toBe('classic');
    expect(presetIn(whole, { ...classic, columns: 2 })).toBeNull();
    expect(presetIn(daneben, {})).toBeNull();
  });

  test('are told by their names', () => {
    expect(unusualOptions(whole, { ...classic, joker: 'none' })).toEqual(['Classic']);
    expect(unusualOptions(whole, { ...classic, joker: 'free' })).toEqual([
      'Classic',
      'Further Knöffel are jokers: yes, in any free field',
    ]);
    expect(unusualOptions(whole, { ...printed, knoeffel_points: 50 })).toEqual(['Points for a Knöffel: 50']);
  });
});

test('a value without a word of its own speaks for itself', () => {
  expect(optionValueText('columns', 3)).toBe('3');
});

test('bots are as good as last time, if the game has such', () => {
  expect(preferredBotLevel(knoeffel)).toBe('casual');
  saveBotLevel('master');
  expect(preferredBotLevel(knoeffel)).toBe('master');
  expect(preferredBotLevel(gameInfo('x', { bots: ['random', 'casual'] }))).toBe('casual');
  expect(preferredBotLevel(gameInfo('x', { bots: ['random', 'expert'] }))).toBe('expert');
});

test('a level that is no longer offered is replaced by one of about its strength', () => {
  saveBotLevel('strong');
  expect(preferredBotLevel(knoeffel)).toBe('master');
  expect(preferredBotLevel(gameInfo('x', { bots: ['random', 'casual'] }))).toBe('casual');
});

test('a browser that stores nothing remembers until the page is closed', () => {
  const off = () => {
    throw new Error('off');
  };
  vi.stubGlobal('localStorage', { getItem: off, setItem: off });
  expect(preferredBotLevel(knoeffel)).toBe('casual');
  saveBotLevel('master');
  expect(preferredBotLevel(knoeffel)).toBe('master');
  vi.unstubAllGlobals();
  saveBotLevel('casual');
  expect(preferredBotLevel(knoeffel)).toBe('casual');
});
