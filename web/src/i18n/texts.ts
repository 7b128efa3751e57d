// The texts of the page, from the catalogues in `src/knobel/texts`: `common`, one for each part of the page, and one for
// each game.

import type { Catalogues } from 'virtual:texts';
import { isolated } from '../lib/format/isolation';
import { withMinus } from '../lib/format/minus';
import { loaded } from './load';
import { locale, type Locale } from './locale.svelte';
import type { Parameters, Text } from './types';

/** Return the text of a key in the current language, with its placeholders filled. */
export type Translate<Texts> = {
  <Key extends keyof Texts & string>(
    key: Key,
    ...[parameters]: [keyof Parameters<Texts[Key]>] extends [never] ? [] : [parameters: Parameters<Texts[Key]>]
  ): string;
};

const pluralRules = new Map<Locale, Intl.PluralRules>();

function pluralCategory(language: Locale, n: number): string {
  let rules = pluralRules.get(language);
  if (!rules) pluralRules.set(language, (rules = new Intl.PluralRules(language)));
  return rules.select(n);
}

const numberFormats = new Map<Locale, Intl.NumberFormat>();

/** A number in a language. To make its format takes longer than all else of a text. */
function formatted(language: Locale, value: number): string {
  let format = numberFormats.get(language);
  if (!format) numberFormats.set(language, (format = new Intl.NumberFormat(language)));
  return withMinus(format.format(value));
}

/** The dash of a range such as a1–e5, where no line may break. */
const RANGE_DASH = /–(?=\w)/g;

const contractions = new Map<Locale, [RegExp, string][]>();

/** A text in which words contract before what fills it, such as the Italian “a” before “Ada”. */
function contracted(text: string, language: Locale): string {
  let rules = contractions.get(language);
  if (!rules) {
    const patterns = loaded[language]?.contractions ?? [];
    rules = patterns.map(([pattern, replacement]) => [new RegExp(pattern, 'gu'), replacement]);
    contractions.set(language, rules);
  }
  return rules.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** Fill the placeholders of a text in a language. */
export function filled(language: Locale, entry: Text, parameters: Record<string, string | number> = {}): string {
  const text =
    typeof entry === 'string' ? entry : (entry[pluralCategory(language, Number(parameters['n']))] ?? entry.other);
  const result = text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = parameters[name];
    return typeof value === 'number' ? formatted(language, value) : isolated(String(value ?? placeholder));
  });
  return contracted(result.replace(RANGE_DASH, '–\u2060'), language);
}

/** The texts of a catalogue in the page's language. */
const textsOf = (name: keyof Catalogues) => loaded[locale()]?.texts[name] as Record<string, Text> | undefined;

/** The texts of a catalogue. */
export const defineTexts =
  <Name extends keyof Catalogues>(name: Name): Translate<Catalogues[Name]> =>
  (key: string, parameters?: Record<string, string | number>) =>
    filled(locale(), textsOf(name)?.[key] ?? key, parameters);

/** The text of a key that several parts of the page use. */
export const t = defineTexts('common');

/** What the server says in several languages, in the page's language or, if it lacks that one, in English. */
export const inLanguage = <Said>(said: Record<string, Said>): Said | undefined => said[locale()] ?? said['en'];

/** The text of a key that is composed from the server's data; `otherwise` if there is none. */
export function textOf<Otherwise>(key: string, otherwise: Otherwise): string | Otherwise {
  return key in (textsOf('common') ?? {}) ? (t as unknown as (key: string) => string)(key) : otherwise;
}
