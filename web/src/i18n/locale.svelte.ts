// The language of the page.

import { loadItem, saveItem } from '../lib/preferences/storage';
import { browserLocale, browserLocales, isLocale, languageOf, type Locale } from './browserLocale';

export { LOCALES, type Locale } from './browserLocale';
export { NAMES as LOCALE_NAMES } from 'virtual:languages';

function initialLocale(): Locale {
  const saved = loadItem('locale');
  return isLocale(saved) ? saved : browserLocale();
}

let current = $state<Locale>(initialLocale());

export function locale(): Locale {
  return current;
}

/** Change the language of the whole page, whose texts are loaded, and remember the choice if it is one. */
export function setLocale(value: Locale, { saved = true } = {}): void {
  current = value;
  if (saved) saveItem('locale', value);
}

const currentRegion = $derived(browserLocales().find((tag) => languageOf(tag) === current) ?? current);

/** The locale for dates and times: the browser's variant of the page's language if it has one, such as `de-AT`. */
export function region(): string {
  return currentRegion;
}
