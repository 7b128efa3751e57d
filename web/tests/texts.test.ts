import { afterEach, describe, expect, test } from 'vitest';
import { gameTexts } from '../src/games/texts';
import { defineTexts, LOCALES, setLocale, t, textOf, type Locale, type Text, type Translate } from '../src/i18n';

afterEach(() => setLocale('en'));

type Texts = Pick<Translate<never>, 'texts'>;
const pages = import.meta.glob<Record<string, Texts>>('../src/i18n/pages/*.ts', { eager: true });
const ALL: Record<string, Texts | undefined> = {
  common: t,
  ...Object.fromEntries(
    Object.entries(pages).flatMap(([path, texts]) => Object.values(texts).map((each) => [path, each])),
  ),
  ...gameTexts,
};
const forms = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
/** The placeholders of a text in any of its forms. */
const places = (text: Text): Set<string> =>
  new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)));

/** A number that is followed by a noun in the plural, in any of the languages. */
const COUNTED =
  /\{\w+\} (games|dice|points|people|results|Partien|Würfeln?|Punkte|Personen|Ergebnisse|partite|dadi|punti|persone|risultati)\b/;
/** Placeholders of texts that are never 1, or that are filled with a formatted number such as 1.0. */
const NEVER_ONE = /\{(figure|high|mean|now|limit)\}/;
/** Keys of texts about several games in any case. */
const SEVERAL = ['better', 'better_all', 'too_few'];

describe.each(Object.entries(ALL))('the texts of %s', (_, all) => {
  const texts = all!.texts;

  test('are the same in every language', () => {
    for (const language of LOCALES) expect(Object.keys(texts[language])).toEqual(Object.keys(texts.de));
  });

  test('have a singular where they count', () => {
    for (const language of LOCALES)
      for (const [key, text] of Object.entries(texts[language]))
        if (typeof text === 'string' && !SEVERAL.includes(key) && !NEVER_ONE.test(text))
          expect(text, `${language}: ${key}`).not.toMatch(COUNTED);
  });

  test('have the same placeholders in every language, and are never empty', () => {
    for (const [key, german] of Object.entries(texts.de))
      for (const language of LOCALES) {
        const text = texts[language][key]!;
        expect(places(text), `${language}: ${key}`).toEqual(places(german));
        expect(
          forms(text).every((form) => form.trim()),
          `${language}: ${key}`,
        ).toBe(true);
      }
  });
});

test('placeholders are filled, with numbers in the format of the language', () => {
  const say = defineTexts({ de: { sum: '{n} bei {who}' }, en: { sum: '{who}: {n}' }, it: { sum: '{n} da {who}' } });
  const said = (language: Locale) => {
    setLocale(language);
    return say('sum', { n: 12_345, who: 'Ann' });
  };
  expect(LOCALES.map(said)).toEqual(['12.345 bei Ann', 'Ann: 12,345', '12.345 da Ann']);
});

test('singular and plural differ', () => {
  const said = (language: Locale) => {
    setLocale(language);
    return [0, 1, 2, 1_000_000].map((n) => t('points', { n }));
  };
  expect(said('de')).toEqual(['0 Punkte', '1 Punkt', '2 Punkte', '1.000.000 Punkte']);
  expect(said('en')).toEqual(['0 points', '1 point', '2 points', '1,000,000 points']);
  expect(said('it')).toEqual(['0 punti', '1 punto', '2 punti', '1.000.000 punti']);
});

test('in Italian, “a” becomes “ad” before a name with the same vowel', () => {
  setLocale('it');
  expect(t('turn.decides', { name: 'Ada' })).toBe('Tocca ad Ada');
  expect(t('turn.decides', { name: 'Bruno' })).toBe('Tocca a Bruno');
});

test('a key composed from server data gives its text if there is one', () => {
  expect(textOf('field.fh', 'fh')).toBe('Full house');
  expect(textOf('field.zz', 'zz')).toBe('zz');
});

test('the language is remembered', () => {
  setLocale('it');
  expect(localStorage.getItem('knobel.locale')).toBe('it');
});
