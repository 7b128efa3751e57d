import { describe, expect, test } from 'vitest';
import { GLOSSARY } from '../glossary';
import { gameTexts } from '../src/games/texts';
import { LOCALES, t, type Locale, type Text, type Translate } from '../src/i18n';

type Texts = Pick<Translate<never>, 'texts'>;

const pages = import.meta.glob<Record<string, Texts>>('../src/i18n/pages/*.ts', { eager: true });
const all: (Texts | undefined)[] = [t, ...Object.values(pages).flatMap(Object.values), ...Object.values(gameTexts)];
const forms = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));

/** All texts of a language with their keys, without soft hyphens. */
const linesOf = (language: Locale): string[] =>
  all.flatMap((texts) =>
    Object.entries(texts?.texts[language] ?? {}).flatMap(([key, text]) =>
      forms(text).map((form) => `${key}: ${form.replaceAll('\u00ad', '')}`),
    ),
  );

describe.each(LOCALES)('the texts in %s', (language) => {
  const lines = linesOf(language);

  test.each(GLOSSARY)('have a word for $meaning', (term) => {
    const { use, not = [] } = term[language];
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
