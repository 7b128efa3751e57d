// The texts that every page needs. Only those of the page's language are loaded, the others when it changes.

import { locale, LOCALES, setLocale, type Locale } from '../locale.svelte';
import type { Translation } from '../types';
import type de from './de';

type German = typeof de;
type Common = { de: German; en: Translation<German>; it: Translation<German> };

const LOAD: { [Name in Locale]: () => Promise<{ default: Common[Name] }> } = {
  de: () => import('./de'),
  en: () => import('./en'),
  it: () => import('./it'),
};

/** The loaded texts by language. */
export const common = {} as Common;

/** Load the texts of a language. @throws TypeError without a network, if they are not kept. */
export async function loadCommon(language: Locale): Promise<void> {
  if (!(language in common)) Object.assign(common, { [language]: (await LOAD[language]()).default });
}

/** Load the texts of the page's language; if they cannot be loaded, show another language this time. */
export async function loadTexts(): Promise<void> {
  for (const language of [locale(), ...LOCALES]) {
    try {
      await loadCommon(language);
    } catch {
      continue;
    }
    if (language !== locale()) setLocale(language, { saved: false });
    return;
  }
}

/** Change the language of the whole page, and remember the choice. @throws TypeError see `loadCommon`. */
export async function changeLocale(language: Locale): Promise<void> {
  await loadCommon(language);
  setLocale(language);
}
