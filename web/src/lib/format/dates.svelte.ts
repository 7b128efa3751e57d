// Times in milliseconds, formatted for the reader's region.

import { locale, region } from '../../i18n';

// Creating a formatter takes longer than using it, so there is one for each region.
const times = $derived(new Intl.DateTimeFormat(region(), { timeStyle: 'short' }));
const dates = $derived(new Intl.DateTimeFormat(region(), { dateStyle: 'medium' }));
const dateTimes = $derived(new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeStyle: 'short' }));

export const formatTime = (time: number): string => times.format(time);

/** A full hour of the day, from 0 to 23. */
export const formatHour = (hour: number): string => times.format(new Date(2026, 0, 1, hour));

/** The time zone as the browser names it; some name none. */
export const ownZone = (): string => (Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined) ?? '';

const days = $derived(new Intl.DateTimeFormat(region(), { day: 'numeric', month: 'short' }));
const near = $derived(new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }));

const MAX_NEAR_DAYS = 1;

/** The number of days from now on, by the calendar. */
function daysUntil(time: number): number {
  const midnight = (at: number) => new Date(at).setHours(12, 0, 0, 0);
  return Math.round((midnight(time) - midnight(Date.now())) / 86_400_000);
}

/** A day as people say it: today, yesterday, 29 Nov; with its year unless that is the current one. */
export function formatDay(time: number): string {
  const away = daysUntil(time);
  if (Math.abs(away) <= MAX_NEAR_DAYS) return near.format(away, 'day');
  return new Date(time).getFullYear() === new Date().getFullYear() ? days.format(time) : dates.format(time);
}

/** A day and its time as people say them: tomorrow 8:51. */
export const formatMoment = (time: number): string =>
  daysUntil(time) === 0 ? formatTime(time) : `${formatDay(time)} ${formatTime(time)}`;

export const formatDate = (time: number): string => dates.format(time);

export const formatDateTime = (time: number): string => dateTimes.format(time);

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** A future time in words, such as "in 3 days"; at least one minute. */
export function formatTimeUntil(time: number, now = Date.now()): string {
  const [unit, size] = UNITS.find(([, each]) => time - now >= each) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(
    Math.max(Math.round((time - now) / size), 1),
    unit,
  );
}
