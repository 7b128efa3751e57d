// The language of the page.

import { loadItem, saveItem } from '../lib/preferences/storage';

export const LOCALES = ['de', 'en', 'it'] as const;
export type Locale = (typeof LOCALES)[number];

/** The name of each language in that language. */
export const LOCALE_NAMES: Record<Locale, string> = { de: 'Deutsch', en: 'English', it: 'Italiano' };

function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * The browser's languages as locales that `Intl` accepts, the preferred one first. Some browsers have others: Chromium
 * without a locale of the system has `en-US@posix`.
 */
function browserLocales(): string[] {
  return navigator.languages.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(tag.split(/[@.]/)[0]?.replaceAll('_', '-'));
    } catch {
      return [];
    }
  });
}

const languageOf = (tag: string) => tag.split('-')[0];

function initialLocale(): Locale {
  const saved = loadItem('locale');
  if (isLocale(saved)) return saved;
  return browserLocales().map(languageOf).find(isLocale) ?? 'en';
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

const currentRegion = $derived(browserLocales().find((tag) => languageOf(tag) === current) ?? current);

/** The locale for dates and times: the browser's variant of the page's language if it has one, such as `de-AT`. */
export function region(): string {
  return currentRegion;
}
