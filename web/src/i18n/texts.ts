// Texts in all languages. Every text of the page is in `common/` (loaded first, one language only), in `pages/` (loaded
// with a part of the page) or in the folder of the game that it belongs to.

import { common } from './common';
import { isolated } from '../lib/format/isolation';
import { withMinus } from '../lib/format/minus';
import { locale, type Locale } from './locale.svelte';
import type { Parameters, Text, Translation } from './types';

/** Return the text of a key in the current language, with its placeholders filled; `texts` has all languages. */
export type Translate<Texts> = {
  <Key extends keyof Texts & string>(
    key: Key,
    ...[parameters]: [keyof Parameters<Texts[Key]>] extends [never] ? [] : [parameters: Parameters<Texts[Key]>]
  ): string;
  readonly texts: Record<Locale, Record<string, Text>>;
};

const pluralRules = new Map<Locale, Intl.PluralRules>();

function pluralCategory(language: Locale, n: number): string {
  let rules = pluralRules.get(language);
  if (!rules) pluralRules.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(n);
}

/** The dash of a range such as a1–e5, where no line may break. */
const RANGE_DASH = /–(?=\w)/g;

/** The Italian preposition “a” before a name that begins with the same vowel. */
const A_BEFORE_A = /(^|[\s(])(a) (?=\u2068?[aà])/gi;

/** Define texts in all languages; the German ones determine the keys. */
export function defineTexts<const German extends Record<string, Text>>(texts: {
  de: German;
  en: NoInfer<Translation<German>>;
  it: NoInfer<Translation<German>>;
}): Translate<German> {
  const all = texts as Record<Locale, Record<string, Text>>;
  const translate = (key: string, parameters: Record<string, string | number> = {}): string => {
    const language = locale();
    const entry = all[language][key] ?? key;
    const text =
      typeof entry === 'string' ? entry : (entry[pluralCategory(language, Number(parameters['n']))] ?? entry.other);
    const filled = text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
      const value = parameters[name];
      return typeof value === 'number'
        ? withMinus(value.toLocaleString(language))
        : isolated(String(value ?? placeholder));
    });
    const dashed = filled.replace(RANGE_DASH, '–\u2060');
    return language === 'it' ? dashed.replace(A_BEFORE_A, '$1$2d ') : dashed;
  };
  return Object.assign(translate, { texts: all });
}

/** The text of a key that several parts of the page use. */
export const t = defineTexts(common);

/** The text of a key that is composed from the server's data; `otherwise` if there is none. */
export function textOf<Otherwise>(key: string, otherwise: Otherwise): string | Otherwise {
  return key in t.texts[locale()] ? (t as unknown as (key: string) => string)(key) : otherwise;
}
