// The deals of the day: their ids, dates and links, and the time that is left.

import { dayText } from '../../i18n/pages';
import { region } from '../../i18n';
import { addressOf } from '../connection/addresses';
import type { DealOfDay, DealStanding } from '../../wire';

export interface DealId {
  /** The date (UTC, ISO format). */
  day: string;
  game: string;
}

/** The day and the game of a deal's id; null if it is no deal of the day. */
export function parseDeal(id: string): DealId | null {
  const [, day, game] = /^(\d{4}-\d\d-\d\d)\/(\w+)$/.exec(id) ?? [];
  return day && game ? { day, game } : null;
}

export const dealKey = (day: string, game: string): string => `${day}/${game}`;

export const dayLink = (day: string): string => `/day/${day}`;

/** A date in ISO format in words: the date is the same everywhere, because the days are those of UTC. */
export function formatDay(day: string, format: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(region(), { ...format, timeZone: 'UTC' });
}

/** The date a number of days later. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** True if the person can no longer have a ranked result. */
export const isThrough = ({ state }: DealOfDay) => state === 'done' || state === 'unranked';

/** The time that is left, in words: full hours, in the last one minutes. */
export function timeLeft(milliseconds: number): string {
  if (milliseconds <= 0) return dayText('over');
  const minutes = Math.ceil(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  return hours ? dayText('left', { hours }) : dayText('minutes_left', { minutes });
}

/** How many of the others have fewer points, rounded down; null if there are none. Equal ones are not worse. */
export function betterText({ you, histogram }: Pick<DealStanding, 'you' | 'histogram'>): string | null {
  if (!you) return null;
  const sum = (counts: DealStanding['histogram']) => counts.reduce((all, { count }) => all + count, 0);
  const others = sum(histogram) - 1;
  const worse = sum(histogram.filter(({ points }) => points < you.points));
  if (others > 0 && histogram.length === 1) return dayText('equal_to_all');
  const percent = Math.floor((100 * worse) / Math.max(others, 1));
  return percent > 0 ? dayText('better', { percent }) : null;
}

/** The days played in a row in words; null if they are fewer than two, because one day is no row. */
export const streakText = (days: number): string | null => (days > 1 ? dayText('streak', { n: days }) : null);

/** The link to the table of the caller's first try, if there is one. */
export const tryLink = ({ table }: DealOfDay): string | null => (table === null ? null : addressOf(`/t/${table}`));
