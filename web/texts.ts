// The catalogues of `src/knobel/texts`, compiled to what the page reads. They contain ICU messages
// (https://unicode-org.github.io/icu/userguide/format_parse/messages/) in JSON, one folder for each language.
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = join(import.meta.dirname, '../src/knobel/texts');
/** Where the types of the catalogues are written for the compiler. */
const TYPES = join(import.meta.dirname, '.texts/texts.d.ts');
/** The language that has all keys, and the one that fills what another lacks. */
const REFERENCE = 'de';
const OTHERWISE = 'en';

/** The catalogues of pages that are seldom opened first: neither home, table, rules and scores nor their parts use them. */
const LATER = /^(calendar|cup|operator|paper|rating|records|recovery|statistics|training|webhook)$/;

type Text = string | Record<string, string>;
type Catalogue = Record<string, Text>;

interface Language {
  /** Its name in the language itself. */
  readonly name: string;
  /** Where words contract before others: a regular expression and what replaces it. */
  readonly contractions?: Record<string, string>;
}

const read = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content;

export const languages: Record<string, Language> = Object.fromEntries(
  readdirSync(FOLDER)
    .sort()
    .filter((name) => existsSync(join(FOLDER, name, 'language.json')))
    .map((name) => [name, read<Language>(join(FOLDER, name, 'language.json'))]),
);

const FORM = String.raw`(\w+) \{((?:[^{}]|\{\w+\})*)\}`;
const PLURAL = new RegExp(String.raw`\{n, plural,((?:\s*${FORM})+)\s*\}`);

/** A message as the page reads it: with a plural, it is a text for each category. @throws Error if it is no such message. */
export function compiled(message: string): Text {
  const plural = PLURAL.exec(message);
  const forms = plural
    ? [...plural[1]!.matchAll(new RegExp(FORM, 'g'))].map(([, category = '', form = '']): [string, string] => [
        category,
        message.replace(plural[0], () => form.replaceAll('#', '{n}')),
      ])
    : [['other', message] as [string, string]];
  for (const [, text] of forms)
    if (/[{}]/.test(text.replace(/\{\w+\}/g, ''))) throw new Error(`The page cannot read the message ${message}`);
  return plural ? Object.fromEntries(forms) : message;
}

/** The names of the page's catalogues, such as `day` and `games/knister`. */
export const names = (): string[] =>
  globSync('**/*.json', { cwd: join(FOLDER, REFERENCE, 'pages') })
    .map((file) => file.replaceAll('\\', '/').replace(/\.json$/, ''))
    .sort();

const fileOf = (language: string, name: string) => join(FOLDER, language, 'pages', `${name}.json`);

/** The messages of a language as they are written. Keys that begin with `server.` are not for the page. */
export const messages = (language: string, name: string): Record<string, string> => {
  const file = fileOf(language, name);
  const all = existsSync(file) ? read<Record<string, string>>(file) : {};
  return Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith('server.')));
};

/** A catalogue of a language with all keys; what it lacks is in English. */
export function catalogue(language: string, name: string): Catalogue {
  const own = messages(language, name);
  const otherwise = messages(OTHERWISE, name);
  const keys = Object.keys(messages(REFERENCE, name));
  return Object.fromEntries(keys.map((key) => [key, compiled(own[key] ?? otherwise[key] ?? key)]));
}

const catalogues = (language: string, chosen: (name: string) => boolean): Record<string, Catalogue> =>
  Object.fromEntries(
    names()
      .filter(chosen)
      .map((name) => [name, catalogue(language, name)]),
  );

/** True for a catalogue that is loaded with a page, not first. */
export const isLater = (name: string): boolean => LATER.test(name);

/** Write the types of the catalogues, from the texts of the language that has all keys. */
export function writeTypes(): void {
  const union = Object.keys(languages).map((name) => JSON.stringify(name));
  // Each has a name, which the compiler shows in place of all texts.
  const types = Object.entries(catalogues(REFERENCE, () => true)).map(
    ([name, content]) => [`Texts_${name.replaceAll('/', '_')}`, name, content] as const,
  );
  const declared = `// Generated from src/knobel/texts.
declare module 'virtual:languages' {
  export type Locale = ${union.join(' | ')};
  /** The name of each language in that language. */
  export const NAMES: Record<Locale, string>;
}

declare module 'virtual:texts' {
  import type { Locale } from 'virtual:languages';
${types.map(([type, , content]) => `  interface ${type} ${JSON.stringify(content, null, 2)}`).join('\n')}
  export interface Catalogues {
${types.map(([type, name]) => `    '${name}': ${type};`).join('\n')}
  }
  export interface LanguageTexts {
    readonly texts: Partial<Catalogues>;
    readonly contractions: readonly (readonly [pattern: string, replacement: string])[];
  }
  type Load = () => Promise<{ default: LanguageTexts }>;
  /** Loads the texts of a language: those that are needed first, and the others. */
  export const LOAD: Record<Locale, { first: Load; later: Load }>;
}
`;
  if (existsSync(TYPES) && readFileSync(TYPES, 'utf8') === declared) return;
  mkdirSync(join(TYPES, '..'), { recursive: true });
  writeFileSync(TYPES, declared);
}

/**
 * Provides `virtual:languages` with the languages, `virtual:texts` with a loader of each language's texts, and the types
 * of both.
 */
export function texts(chosen = /^/): Plugin {
  const own = /^virtual:(?:languages|texts(?:\/(?:later-)?\w+)?)$/;
  return {
    name: 'texts',
    configResolved: writeTypes,
    // The end of the name becomes that of the file.
    resolveId: (id) => (own.test(id) ? `\0${id}` : null),
    load(id) {
      const [, kind, later, language] = /^\0virtual:(languages|texts)(?:\/(later-)?(\w+))?$/.exec(id) ?? [];
      if (kind === 'languages') {
        const all = Object.entries(languages).map(([language, { name }]) => [language, name]);
        return `export const NAMES = ${JSON.stringify(Object.fromEntries(all))};`;
      }
      if (kind === 'texts' && !language) {
        const load = (file: string) => `() => import('virtual:texts/${file}')`;
        const loaders = Object.keys(languages).map(
          (each) => `${each}: { first: ${load(each)}, later: ${load(`later-${each}`)} }`,
        );
        return `export const LOAD = { ${loaders.join(', ')} };`;
      }
      if (!language) return null;
      for (const each of [language, OTHERWISE, REFERENCE])
        for (const name of names()) if (existsSync(fileOf(each, name))) this.addWatchFile(fileOf(each, name));
      const isChosen = (name: string) => chosen.test(name) && isLater(name) === Boolean(later);
      const contractions = Object.entries(languages[language]?.contractions ?? {});
      return `export default ${JSON.stringify({ texts: catalogues(language, isChosen), contractions })};`;
    },
    handleHotUpdate({ file, server }) {
      if (relative(FOLDER, file).startsWith('..')) return;
      writeTypes();
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    },
  };
}
