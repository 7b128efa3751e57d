// Times and dates, written as in the reader's region.

import { region } from '../i18n';

// Each is made once for a region: to make one costs more than all that it formats.
const clocks = $derived(new Intl.DateTimeFormat(region(), { timeStyle: 'short' }));
const days = $derived(new Intl.DateTimeFormat(region(), { dateStyle: 'medium' }));
const moments = $derived(new Intl.DateTimeFormat(region(), { dateStyle: 'medium', timeStyle: 'short' }));

/** Hours and minutes of a time in milliseconds. */
export function clock(time: number): string {
  return clocks.format(time);
}

/** The date of a time in milliseconds. */
export function day(time: number): string {
  return days.format(time);
}

/** The date of a time in milliseconds, with hours and minutes. */
export function moment(time: number): string {
  return moments.format(time);
}
