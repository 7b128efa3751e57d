// The time of day, as one writes it where one lives.

import { locale } from '../i18n';

// Made once for a language: to make one costs more than all that it formats.
const format = $derived(new Intl.DateTimeFormat(locale(), { timeStyle: 'short' }));

/** Hours and minutes of a time in milliseconds. */
export function clock(time: number): string {
  return format.format(time);
}
