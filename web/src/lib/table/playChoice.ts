// How a game is played: alone, against bots, in turn on this device or with other devices; the last choice is remembered.

import { t } from '../../i18n';
import { joinWords } from '../format/lists';
import { loadItem, saveData } from '../preferences/storage';
import type { GameInfo, Settings } from '../../wire';
import { levelName, seatRange } from './tableSettings';

export const PLAY_KINDS = ['alone', 'bots', 'turns', 'table', 'days'] as const;
export type PlayKind = (typeof PLAY_KINDS)[number];

export interface PlayChoice {
  kind: PlayKind;
  settings: Settings;
  /** The levels of the bots. */
  bots: string[];
  /** The names of the people to whom the device is handed. */
  guests: string[];
  /** False if the host gets no seat. */
  plays: boolean;
}

/** True if the game begins with the choice, because nobody else must come to it. */
export const isOwnGame = ({ kind }: PlayChoice): boolean => kind !== 'table' && kind !== 'days';

const itemOf = (game: string) => `choice.${game}`;

export function saveChoice(choice: PlayChoice): void {
  saveData(itemOf(choice.settings.game), choice);
}

/** The choice made last for a game; null if there is none or the game has changed since. */
export function loadChoice(game: GameInfo): PlayChoice | null {
  try {
    const choice = JSON.parse(loadItem(itemOf(game.name)) ?? 'null') as PlayChoice | null;
    if (!choice || !PLAY_KINDS.includes(choice.kind) || choice.settings.game !== game.name) return null;
    const [least, most] = seatRange(game);
    const { seats, options } = choice.settings;
    const known =
      seats >= least &&
      seats <= most &&
      game.options.every(({ name }) => name in options) &&
      Object.keys(options).length === game.options.length &&
      choice.bots.every((level) => game.bots.includes(level));
    return known ? choice : null;
  } catch {
    return null;
  }
}

/** A choice in a few words. */
export function choiceText({ kind, settings, bots, guests }: PlayChoice): string {
  if (kind === 'alone') return t('home.alone');
  if (kind === 'bots') return t('home.last_bots', { n: bots.length, level: levelName(bots[0] ?? '') });
  if (kind === 'turns') return t('home.last_turns', { names: joinWords(guests) });
  if (kind === 'days') return t('home.last_days', { n: settings.seats });
  return t('home.last_table', { n: settings.seats });
}
