// What the build refuses: a text that German has and another language lacks, or the other way round.

import gamesDe from './games/de.ts';
import gamesEn from './games/en.ts';
import gamesIt from './games/it.ts';
import shellDe from './shell/de.ts';
import shellEn from './shell/en.ts';
import shellIt from './shell/it.ts';

const TEXTS = {
  de: { ...gamesDe, ...shellDe },
  en: { ...gamesEn, ...shellEn },
  it: { ...gamesIt, ...shellIt },
};

/** The missing texts, as `language: key`. */
export function missingTexts(): string[] {
  const keys = new Set(Object.values(TEXTS).flatMap((texts) => Object.keys(texts)));
  return Object.entries(TEXTS).flatMap(([language, texts]) =>
    [...keys].filter((key) => !(key in texts)).map((key) => `${language}: ${key}`),
  );
}
