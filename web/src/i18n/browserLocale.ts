// The languages of the page and of the browser, also for the service worker.

import { NAMES, type Locale } from 'virtual:languages';

export type { Locale };
export const LOCALES = Object.keys(NAMES) as Locale[];

export function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/**
 * The browser's languages as locales that `Intl` accepts, the preferred one first. Some browsers have others: Chromium
 * without a locale of the system has `en-US@posix`.
 */
export function browserLocales(): string[] {
  return navigator.languages.flatMap((tag) => {
    try {
      return Intl.getCanonicalLocales(tag.split(/[@.]/)[0]?.replaceAll('_', '-'));
    } catch {
      return [];
    }
  });
}

export const languageOf = (tag: string) => tag.split('-')[0];

/** The first of the browser's languages that the page has, otherwise English. */
export const browserLocale = (): Locale => browserLocales().map(languageOf).find(isLocale) ?? 'en';
