import { afterEach, describe, expect, test } from 'vitest';
import { gameWords } from '../src/games';
import { o } from '../src/pages/operator/words';
import { r } from '../src/pages/review/words';
import { y } from '../src/pages/you/words';
import { LOCALES, setLocale, t, textOf, words, type Locale, type Text } from '../src/i18n';

afterEach(() => setLocale('en'));

const ALL = { page: t, review: r, operator: o, you: y, ...gameWords };
const forms = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
/** The places of a text, whichever of its forms has them. */
const places = (text: Text): Set<string> =>
  new Set(forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)));

describe.each(Object.entries(ALL))('the words of %s', (_, all) => {
  const texts = all!.texts;

  test('are the same in every language', () => {
    for (const language of LOCALES) expect(Object.keys(texts[language])).toEqual(Object.keys(texts.de));
  });

  test('have the same places in every language, and are never empty', () => {
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

test('places are filled, numbers as the language writes them', () => {
  const say = words({ de: { sum: '{n} bei {who}' }, en: { sum: '{who}: {n}' }, it: { sum: '{n} da {who}' } });
  const said = (language: Locale) => {
    setLocale(language);
    return say('sum', { n: 12_345, who: 'Ann' });
  };
  expect(LOCALES.map(said)).toEqual(['12.345 bei Ann', 'Ann: 12,345', '12.345 da Ann']);
});

test('one and many differ', () => {
  const said = (language: Locale) => {
    setLocale(language);
    return [0, 1, 2, 1_000_000].map((n) => t('points', { n }));
  };
  expect(said('de')).toEqual(['0 Punkte', '1 Punkt', '2 Punkte', '1.000.000 Punkte']);
  expect(said('en')).toEqual(['0 points', '1 point', '2 points', '1,000,000 points']);
  expect(said('it')).toEqual(['0 punti', '1 punto', '2 punti', '1.000.000 punti']);
});

test('a key that the server made is taken if there is a text', () => {
  expect(textOf('field.fh', 'fh')).toBe('Full house');
  expect(textOf('field.zz', 'zz')).toBe('zz');
});

test('the language is remembered', () => {
  setLocale('it');
  expect(localStorage.getItem('knobel.locale')).toBe('it');
});
