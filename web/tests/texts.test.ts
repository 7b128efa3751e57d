import { afterEach, expect, expectTypeOf, test } from 'vitest';
import type { Catalogues } from 'virtual:texts';
import { setLocale, t, textOf, type Locale } from '../src/i18n';
import { filled } from '../src/i18n/texts';
import type { Reason } from '../src/wire';
import { compiled } from '../texts';

afterEach(() => setLocale('en'));

test('every reason for which the server refuses something has a text', () => {
  expectTypeOf<Catalogues['common']>().toExtend<Record<`reason.${Reason}`, string>>();
});

test('a message becomes a text, or one for each plural category', () => {
  expect(compiled('Ann: {n}')).toBe('Ann: {n}');
  expect(compiled('{who}: {n, plural, one {# Punkt} other {# Punkte}}.')).toEqual({
    one: '{who}: {n} Punkt.',
    other: '{who}: {n} Punkte.',
  });
  for (const message of ['{a', '{n, plural, one {# Punkt}', '{who, select, other {x}}', '{n, number}', 'a}'])
    expect(() => compiled(message)).toThrow(message);
});

test('placeholders are filled, with numbers in the format of the language', () => {
  const said = (language: Locale) => filled(language, '{who}: {n}', { n: 12_345, who: 'Ann' });
  expect((['de', 'en', 'it'] as const).map(said)).toEqual(['Ann: 12.345', 'Ann: 12,345', 'Ann: 12.345']);
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
