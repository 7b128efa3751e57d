// The texts of the page in one language, which are loaded first; another one is loaded when the language changes. Those of
// pages that few people open are loaded with the first such page.

import { LOAD, type LanguageTexts } from 'virtual:texts';
import { locale, LOCALES, setLocale, type Locale } from './locale.svelte';

type Part = keyof (typeof LOAD)[Locale];

/** What is loaded, by language. */
export const loaded: Partial<Record<Locale, LanguageTexts>> = {};
const parts = new Set<Part>(['first']);
const done = new Set<string>();

async function loadPart(language: Locale, part: Part): Promise<void> {
  const name = `${language} ${part}`;
  if (done.has(name)) return;
  const { texts, contractions } = (await LOAD[language][part]()).default;
  loaded[language] = { texts: { ...loaded[language]?.texts, ...texts }, contractions };
  done.add(name);
}

/** Load the texts of a language. @throws TypeError without a network, if they are not kept. */
export async function loadLanguage(language: Locale): Promise<void> {
  await Promise.all([...parts].map((part) => loadPart(language, part)));
}

/** Load the texts of the other pages, from now on in each language. @throws TypeError see `loadLanguage`. */
export async function loadLaterTexts(): Promise<void> {
  parts.add('later');
  await loadPart(locale(), 'later');
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
