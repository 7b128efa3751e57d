// The texts of the page in one language, which is loaded first; another one is loaded when the language changes.

import { LOAD, type LanguageTexts } from 'virtual:texts';
import { locale, LOCALES, setLocale, type Locale } from './locale.svelte';

/** What is loaded, by language. */
export const loaded: Partial<Record<Locale, LanguageTexts>> = {};

/** Load the texts of a language. @throws TypeError without a network, if they are not kept. */
export async function loadLanguage(language: Locale): Promise<void> {
  loaded[language] ??= (await LOAD[language]()).default;
}

/** Load the texts of the page's language; if they cannot be loaded, show another language this time. */
export async function loadTexts(): Promise<void> {
  for (const language of [locale(), ...LOCALES]) {
    try {
      await loadLanguage(language);
    } catch {
      continue;
    }
    if (language !== locale()) setLocale(language, { saved: false });
    return;
  }
}

/** Change the language of the whole page, and remember the choice. @throws TypeError see `loadLanguage`. */
export async function changeLocale(language: Locale): Promise<void> {
  await loadLanguage(language);
  setLocale(language);
}
