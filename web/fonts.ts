// The fonts of the page, reduced to the letters of its languages.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FOLDER = resolve('node_modules/.fonts');
const require = createRequire(import.meta.url);

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('');

/** The letters of titles: those of the three languages. */
const TITLES = `${range(0x20, 0x7e)}\u00a0ÄÖÜäöüßÀÈÉÌÒÙàèéìòùîí–—‘’‚“”„…·×«»`;
/** The letters of texts and of names: all of western Europe. */
const TEXTS = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„…•−→‹›€′″≥≤`;

/** Each font by the name of its file: the family on Fontsource, the letters and the weights that the page uses. */
const FONTS = {
  text: { family: 'figtree', letters: TEXTS, weights: { min: 400, max: 700, default: 400 } },
  display: { family: 'fraunces', letters: TITLES, weights: 700 },
} as const;

async function writeFonts(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, { family, letters, weights }] of Object.entries(FONTS)) {
    const font = readFileSync(
      require.resolve(`@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`),
    );
    const reduced = await subsetFont(font, letters, { targetFormat: 'woff2', variationAxes: { wght: weights } });
    writeFileSync(join(FOLDER, `${name}.woff2`), reduced);
  }
}

/** Provides `@fonts/text.woff2` and `@fonts/display.woff2`, which the page loads before its scripts run. */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    async config() {
      await writeFonts();
      return { resolve: { alias: { '@fonts': FOLDER } } };
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /^assets\/(text|display)-.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `./${file}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
              fetchpriority: 'low',
            },
            injectTo: 'head',
          })),
    },
    generateBundle() {
      const licences = Object.values(FONTS).map(({ family }) =>
        readFileSync(join(dirname(require.resolve(`@fontsource-variable/${family}/package.json`)), 'LICENSE'), 'utf8'),
      );
      this.emitFile({ type: 'asset', fileName: 'fonts.LICENSE.txt', source: licences.join('\n\n') });
    },
  };
}
