// The settings of a table, with the options of each game.

import { gameExtras } from '../../games/extras';
import { t, textOf } from '../../i18n';
import { gameInfo } from '../connection/session.svelte';
import type { GameInfo, GameOption, Settings } from '../../wire';
import { saveItem, loadItem } from '../preferences/storage';
import { PRINTED, presetIn, presetsOf } from './presets';

/** The values of a setting in the order of a form. The compiler finds one that the server has and the list lacks. */
const all =
  <T>() =>
  <const L extends readonly T[]>(...values: Exclude<T, L[number]> extends never ? L : never): L =>
    values;

export const STARTS = all<Settings['starts']>()('host', 'youngest', 'random', 'loser');
export const PACES = all<Settings['pace']>()('quick', 'lively', 'thoughtful');
export const ROLLS = all<Settings['rolls']>()('seats', 'host', 'clock');
export const DAYS = all<NonNullable<Settings['days']>>()(1, 3, 7);
export const MISSING = all<Settings['missing']>()('bot', 'wait', 'leave');
export const TIME_LIMITS = [null, 15, 30, 60, 120, 300] as const;
/** The largest table that the page offers; the server allows more. */
export const MAX_SEATS = 500;

/** The largest table at which a game is played over days. */
const MAX_SLOW_SEATS = 50;

export function seatRange(game: GameInfo, slow = false): [number, number] {
  const most = slow ? MAX_SLOW_SEATS : MAX_SEATS;
  return [game.min_seats, Math.min(game.max_seats ?? most, most)];
}

/** The default options of a game, changed by those that are given as texts. */
export function optionsFromTexts(game: string, texts: Readonly<Record<string, string>>): Settings['options'] {
  const options = gameInfo(game)?.options ?? [];
  return Object.fromEntries(
    options.map(({ name, default: usual, values }) => {
      const text = texts[name];
      return [name, (values ? values.find((each) => String(each) === text) : text) ?? usual];
    }),
  );
}

/** The settings of a new table; `options` replace the default ones. */
export function defaultSettings(game: GameInfo, seats: number, options: Settings['options'] = {}): Settings {
  const [least, most] = seatRange(game);
  return {
    game: game.name,
    options: { ...Object.fromEntries(game.options.map((option) => [option.name, option.default])), ...options },
    seats: Math.min(Math.max(seats, least), most),
    public: false,
    dice: 'server',
    shared_dice: false,
    seconds: null,
    days: null,
    ends_at: null,
    missing: 'bot',
    undo: true,
    hints: seats === 1,
    coach: seats === 1 && game.coach,
    takeover: true,
    starts: 'host',
    youngest: 0,
    pace: 'lively',
    rolls: 'seats',
  };
}

/** The same settings for a game over days. */
export function overDays(settings: Settings, game: GameInfo): Settings {
  return { ...settings, days: 3, rolls: game.simultaneous ? 'clock' : 'seats' };
}

/** The settings of a game against bots only: with hints and the coach. */
export function botGameSettings(game: GameInfo, bots: number, options: Settings['options'] = {}): Settings {
  return { ...defaultSettings(game, 1 + bots, options), hints: true, coach: game.coach };
}

/** The same settings for another game: its own options, and a number of seats that it allows. */
export function settingsForGame(settings: Settings, game: GameInfo): Settings {
  const fresh = defaultSettings(game, settings.seats);
  return { ...settings, game: game.name, options: fresh.options, seats: fresh.seats };
}

export function optionName(option: string): string {
  return textOf(`option.${option}`, option);
}

export function optionValueText(option: string, value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no');
  return textOf(`option.${option}.${value}`, String(value));
}

export function presetName(preset: string): string {
  return textOf(`preset.${preset}`, preset);
}

/** The options that differ from the printed rules, in words. */
export function unusualOptions(game: GameInfo, options: Settings['options']): string[] {
  const preset = presetIn(game, options) ?? PRINTED;
  const told = preset === PRINTED ? {} : (presetsOf(game)[preset] ?? {});
  const others = game.options
    .filter((option: GameOption) => gameExtras[game.name]?.optionFields?.[option.name] !== null)
    .filter((option: GameOption) => options[option.name] !== undefined && options[option.name] !== option.default)
    .filter((option: GameOption) => !(option.name in told))
    .map((option) => `${optionName(option.name)}: ${optionValueText(option.name, options[option.name] ?? '')}`);
  return preset === PRINTED ? others : [presetName(preset), ...others];
}

export function levelName(level: string): string {
  return textOf(`level.${level}`, level);
}

/** The name of a bot in a list to choose from: of a character, also how it plays. */
export function levelChoice(level: string): string {
  const manner = textOf(`character.${level}`, '');
  return manner ? `${levelName(level)}: ${manner}` : levelName(level);
}

/** What is said about a bot beside its name at the table: its level, or how a character plays. */
export function levelHint(level: string): string {
  return textOf(`character.${level}`, levelName(level));
}

const BOT_LEVEL = 'level';
/** Newcomers can win against this level. */
const FIRST_BOT_LEVEL = 'casual';
/** The level about as strong as a bot that is no longer offered. */
const REPLACED_BOTS: Readonly<Record<string, string>> = { strong: 'master' };

/** The level of bots that was chosen last in this browser. */
export function preferredBotLevel(game: GameInfo): string {
  const saved = loadItem(BOT_LEVEL);
  return (
    [saved, saved && REPLACED_BOTS[saved], FIRST_BOT_LEVEL].find((level) => level && game.bots.includes(level)) ??
    game.bots.at(-1) ??
    ''
  );
}

export function saveBotLevel(level: string): void {
  saveItem(BOT_LEVEL, level);
}
