import { remembered, remember } from '../lib/memory';
import gamesDe from './games/de';
import gamesEn from './games/en';
import gamesIt from './games/it';
import shellDe from './shell/de';
import shellEn from './shell/en';
import shellIt from './shell/it';
import type { Params, Text } from './types';

export const LOCALES = ['de', 'en', 'it'] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language in its own words. */
export const LOCALE_NAMES: Record<Locale, string> = { de: 'Deutsch', en: 'English', it: 'Italiano' };

type Dictionary = typeof shellDe & typeof gamesDe;
export type Key = keyof Dictionary;

const dictionaries: Record<Locale, Record<string, Text>> = {
  de: { ...shellDe, ...gamesDe },
  en: { ...shellEn, ...gamesEn },
  it: { ...shellIt, ...gamesIt },
};

function isLocale(value: string | undefined): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

function preferred(): Locale {
  const saved = remembered('locale');
  if (isLocale(saved)) return saved;
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale) ?? 'en';
}

let current = $state<Locale>(preferred());

export function locale(): Locale {
  return current;
}

/** Switch the whole page to another language, and remember it. */
export function setLocale(value: Locale): void {
  current = value;
  remember('locale', value);
}

/** Whether there is a text of that key, for keys that come from the server. */
export function isKey(key: string): key is Key {
  return key in dictionaries.en;
}

const plurals = new Map<Locale, Intl.PluralRules>();

function category(language: Locale, n: number): string {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(n);
}

/** The text of a key in the current language, its `{places}` filled. */
export function t<K extends Key>(
  key: K,
  ...[params]: {} extends Params<Dictionary[K]> ? [] : [params: Params<Dictionary[K]>]
): string {
  const values = (params ?? {}) as Record<string, string | number>;
  const entry = dictionaries[current][key] ?? key;
  const text = typeof entry === 'string' ? entry : (entry[category(current, Number(values['n']))] ?? entry.other);
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString(current) : (value ?? place);
  });
}
