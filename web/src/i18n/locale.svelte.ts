// The language of the page.

import { loadItem, saveItem } from '../lib/preferences/storage';

export const LOCALES = ['de', 'en', 'it'] as const;
export type Locale = (typeof LOCALES)[number];

/** The name of each language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = { de: 'Deutsch', en: 'English', it: 'Italiano' };

function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

const languageOf = (tag: string) => tag.slice(0, 2).toLowerCase();

function initialLocale(): Locale {
  const saved = loadItem('locale');
  if (isLocale(saved)) return saved;
  return navigator.languages.map(languageOf).find(isLocale) ?? 'en';
}

let current = $state<Locale>(initialLocale());

export function locale(): Locale {
  return current;
}

/** Change the language of the whole page, and remember the choice. */
export function setLocale(value: Locale): void {
  current = value;
  saveItem('locale', value);
}

const currentRegion = $derived(navigator.languages.find((tag) => languageOf(tag) === current) ?? current);

/** The locale for dates and times: the browser's variant of the page's language if it has one, such as `de-AT`. */
export function region(): string {
  return currentRegion;
}
