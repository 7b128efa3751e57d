// How a table is set up, with what each game needs and offers.

import { extras } from '../games';
import { t, textOf } from '../i18n';
import type { GameInfo, GameOption, Settings } from '../wire';
import { remember, remembered } from './memory';

export const STARTS = ['host', 'youngest', 'random', 'loser'] as const satisfies readonly Settings['starts'][];
export const PACES = ['quick', 'lively', 'thoughtful'] as const satisfies readonly Settings['pace'][];
export const ROLLS = ['seats', 'host', 'clock'] as const satisfies readonly Settings['rolls'][];
export const TIME_LIMITS = [null, 15, 30, 60, 120, 300] as const;
/** So many seats a table is given in the page; the server allows more. */
export const MOST_SEATS = 500;

export function seatRange(game: GameInfo): [number, number] {
  return [game.min_seats, game.max_seats ?? MOST_SEATS];
}

export function defaults(game: GameInfo, seats: number): Settings {
  const [least, most] = seatRange(game);
  return {
    game: game.name,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    seats: Math.min(Math.max(seats, least), most),
    public: false,
    dice: 'server',
    seconds: null,
    undo: true,
    hints: seats === 1,
    coach: seats === 1,
    takeover: true,
    starts: 'host',
    youngest: 0,
    pace: 'lively',
    rolls: 'seats',
  };
}

/** A game against bots, without other people: with all the help there is. */
export function againstBots(game: GameInfo, bots: number): Settings {
  return { ...defaults(game, 1 + bots), hints: true, coach: true };
}

/** The same wishes for another game: its own options, and as many seats as it allows. */
export function forGame(settings: Settings, game: GameInfo): Settings {
  const fresh = defaults(game, settings.seats);
  return { ...settings, game: game.name, options: fresh.options, seats: fresh.seats };
}

export function optionName(option: string): string {
  return textOf(`option.${option}`, option);
}

export function optionValue(option: string, value: boolean | number | string): string {
  if (typeof value === 'boolean') return value ? t('common.yes') : t('common.no');
  return textOf(`option.${option}.${value}`, String(value));
}

/** The options that differ from the rules as printed, in words. */
export function unusualOptions(game: GameInfo, options: Settings['options']): string[] {
  return game.options
    .filter((option: GameOption) => extras[game.name]?.options?.[option.name] !== null)
    .filter((option: GameOption) => options[option.name] !== undefined && options[option.name] !== option.default)
    .map((option) => `${optionName(option.name)}: ${optionValue(option.name, options[option.name] ?? '')}`);
}

export function levelName(level: string): string {
  return textOf(`level.${level}`, level);
}

const BOT_LEVEL = 'level';
const FIRST_BOT_LEVEL = 'casual';

/** The level of bot that one chose last; for a start one that people can beat. */
export function usualLevel(game: GameInfo): string {
  const saved = remembered(BOT_LEVEL);
  return [saved, FIRST_BOT_LEVEL].find((level) => level && game.bots.includes(level)) ?? game.bots.at(-1) ?? '';
}

export function rememberLevel(level: string): void {
  remember(BOT_LEVEL, level);
}
