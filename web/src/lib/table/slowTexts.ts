// Games over days in words: time left, players, settings.

import { slowText } from '../../i18n/pages';
import type { LocalHour, Settings, SlowGame } from '../../wire';
import { gameInfo } from '../connection/session.svelte';
import { formatHour, ownZone } from '../format/dates.svelte';
import { joinWords } from '../format/lists';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Names that a line has room for. */
const MAX_NAMES = 3;

/** The time left until a deadline, in ms, rounded down; from two days on to days, so that three begin as three. */
export function timeLeftText(left: number): string {
  if (left <= 0) return slowText('late');
  if (left >= 2 * DAY_MS) return slowText('days_left', { n: Math.round(left / DAY_MS) });
  if (left >= HOUR_MS) return slowText('hours_left', { n: Math.floor(left / HOUR_MS) });
  return slowText('minutes_left', { n: Math.max(Math.floor(left / 60_000), 1) });
}

/** True if the time left until a deadline is short. */
export const isSoon = (left: number): boolean => left < DAY_MS / 2;

function namesText(seats: readonly SlowGame['seats'][number][]): string {
  const names = seats.map(({ name }) => name ?? slowText('somebody'));
  if (names.length <= MAX_NAMES + 1) return joinWords(names);
  return slowText('and_more', { names: names.slice(0, MAX_NAMES).join(', '), n: names.length - MAX_NAMES });
}

/** The other players. */
export function othersText(game: SlowGame): string {
  const others = game.seats.filter(({ name }, seat) => seat !== game.seat && name !== '');
  return others.length > 0 ? namesText(others) : slowText(game.started ? 'alone' : 'open');
}

/** What a game that is not the person's turn is about: for whom it waits, or the result. */
export function stateText(game: SlowGame): string {
  const own = game.seats[game.seat];
  if (game.state === 'over') {
    const place = 1 + game.seats.filter(({ score }) => (score ?? 0) > (own?.score ?? 0)).length;
    if (game.seats.length < 2 || own?.score == null) return own?.score == null ? '' : String(own.score);
    return place === 1 ? slowText('won') : slowText('place', { place, n: game.seats.length });
  }
  if (!game.started) return slowText('open');
  if (own?.away) return slowText('bot_plays');
  const awaited = game.seats.filter((seat) => seat.awaited);
  return awaited.length > 0 ? slowText('awaits', { names: namesText(awaited) }) : slowText('round', { n: game.round });
}

/** How much time a game over days gives for a round or a turn. */
export const limitText = (game: string, days: number): string =>
  slowText(gameInfo(game)?.simultaneous === false ? 'per_turn' : 'per_round', { n: days });

/** A full hour of the day, with the name of its time zone if this is not the browser's. */
export function hourText({ hour, zone }: LocalHour): string {
  const text = formatHour(hour);
  return zone === ownZone() ? text : `${text} (${zone.replaceAll('_', ' ')})`;
}

/** The settings of a game over days. */
export function settingsTexts({ game, days, missing, ends_at }: Settings): string[] {
  if (days === null) return [];
  return [
    limitText(game, days),
    ...(ends_at ? [slowText('ends_at_hour', { time: hourText(ends_at) })] : []),
    `${slowText('missing')}: ${slowText(`missing_${missing}`)}`,
  ];
}
