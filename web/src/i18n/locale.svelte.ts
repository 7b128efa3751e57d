import { remembered, remember } from '../lib/memory';
import gamesDe from './games/de';
import gamesEn from './games/en';
import gamesIt from './games/it';
import shellDe from './shell/de';
import shellEn from './shell/en';
import shellIt from './shell/it';
import type { Params, Text, Translation } from './types';

export const LOCALES = ['de', 'en', 'it'] as const;
export type Locale = (typeof LOCALES)[number];

/** Each language in its own words. */
export const LOCALE_NAMES: Record<Locale, string> = { de: 'Deutsch', en: 'English', it: 'Italiano' };

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

const usual = $derived(navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === current) ?? current);

/** How dates and times are written: as in the reader's region, if the browser names one for the page's language. */
export function region(): string {
  return usual;
}

/** Switch the whole page to another language, and remember it. */
export function setLocale(value: Locale): void {
  current = value;
  remember('locale', value);
}

const plurals = new Map<Locale, Intl.PluralRules>();

function category(language: Locale, n: number): string {
  let rules = plurals.get(language);
  if (!rules) plurals.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(n);
}

/** The dash of a range such as a1–e5, at which no line may end. */
const RANGE = /–(?=\w)/g;

/** A function that gives the text of a key in the current language, its `{places}` filled; `texts` are all there are. */
export type Words<Texts> = {
  <Key extends keyof Texts & string>(
    key: Key,
    ...[params]: [keyof Params<Texts[Key]>] extends [never] ? [] : [params: Params<Texts[Key]>]
  ): string;
  readonly texts: Record<Locale, Record<string, Text>>;
};

/** Texts in all languages; German says which keys there are. */
export function words<const German extends Record<string, Text>>(texts: {
  de: German;
  en: NoInfer<Translation<German>>;
  it: NoInfer<Translation<German>>;
}): Words<German> {
  const all = texts as Record<Locale, Record<string, Text>>;
  const say = (key: string, params: Record<string, string | number> = {}): string => {
    const entry = all[current][key] ?? key;
    const text = typeof entry === 'string' ? entry : (entry[category(current, Number(params['n']))] ?? entry.other);
    const filled = text.replace(/\{(\w+)\}/g, (place, name: string) => {
      const value = params[name];
      return typeof value === 'number' ? value.toLocaleString(current) : String(value ?? place);
    });
    return filled.replace(RANGE, '–\u2060');
  };
  return Object.assign(say, { texts: all });
}

/** The words that games share, and those of the page around them. */
export const t = words({
  de: { ...shellDe, ...gamesDe },
  en: { ...shellEn, ...gamesEn },
  it: { ...shellIt, ...gamesIt },
});

/** The text of a key that is made of what the server said; `otherwise` if there is none. */
export function textOf<Otherwise>(key: string, otherwise: Otherwise): string | Otherwise {
  return key in t.texts.en ? (t as unknown as (key: string) => string)(key) : otherwise;
}
