import { describe, expect, test } from 'vitest';
import { GLOSSARY } from '../glossary';
import { LOCALES, type Locale } from '../src/i18n';
import { compiled, messages, names } from '../texts';

/** All texts that a language has, with their keys, without soft hyphens. */
const linesOf = (language: Locale): string[] =>
  names().flatMap((name) =>
    Object.entries(messages(language, name)).flatMap(([key, message]) => {
      const text = compiled(message);
      const forms = typeof text === 'string' ? [text] : Object.values(text);
      return forms.map((form) => `${key}: ${form.replaceAll('\u00ad', '')}`);
    }),
  );

const termsOf = (language: Locale) =>
  GLOSSARY.flatMap((term) => (term[language] ? [{ meaning: term.meaning, ...term[language] }] : []));

describe.each(LOCALES.filter((language) => termsOf(language).length))('the texts in %s', (language) => {
  const lines = linesOf(language);

  test.each(termsOf(language))('have a word for $meaning', ({ use, not = [] }) => {
    expect(
      lines.some((line) => line.toLowerCase().includes(use.toLowerCase())),
      `“${use}” is in no text`,
    ).toBe(true);
    const said = (line: string) => line.slice(line.indexOf(': ') + 2).replace(/\{\w+\}/g, '…');
    const wrong = not.flatMap((each) => lines.filter((line) => new RegExp(each, 'iu').test(said(line))));
    expect(wrong).toEqual([]);
  });
});

test('English texts have contractions', () => {
  const stiff = /\b(do|does|did|is|are|was|were|could|will|has|have) not\b|\bcannot\b|\b(You|you) are\b/;
  expect(linesOf('en').filter((line) => stiff.test(line))).toEqual([]);
});

test('Italian texts do not say “a” before a name in a way that “ad” cannot mend', () => {
  expect(linesOf('it').filter((line) => /davanti a \{/.test(line))).toEqual([]);
});
