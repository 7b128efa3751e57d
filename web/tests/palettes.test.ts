// The colours of every game can be read in all themes.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tokens = readFileSync('src/style/tokens.css', 'utf8');
const GAMES = ['', 'knister', 'knaster', 'knapp_daneben', 'knoeffel', 'kniffeliger'];
const MIN_CONTRAST = 4.5;
/** Of shapes that are no text. */
const MIN_CONTRAST_OF_SHAPES = 3;

const THEMES = [...new Set(Array.from(tokens.matchAll(/\[data-theme='(\w+)'\]/g), ([, theme = '']) => theme))];

/** The declarations of all rules with one of these selectors. */
function declared(...selectors: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, heads = '', body = ''] of tokens.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g))
    if (heads.split(',').some((head) => selectors.includes(head.trim())))
      for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found[name] = value;
  return found;
}

function palette(game: string, theme: string): Record<string, string> {
  const light = { ...declared(':root'), ...declared(`[data-game='${game}']`) };
  if (theme === 'light') return light;
  return {
    ...light,
    ...declared(`[data-theme='${theme}']`),
    ...declared(`[data-theme='${theme}'][data-game='${game}']`),
  };
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Text, and the grounds on which it stands. */
const PAIRS: [text: string, grounds: string[]][] = [
  ['--text', ['--bg', '--surface', '--surface-2', '--paper', '--accent-soft']],
  ['--text-soft', ['--bg', '--surface', '--surface-2', '--accent-soft']],
  ['--accent', ['--bg', '--surface', '--paper', '--accent-soft']],
  ['--accent-2', ['--surface']],
  ['--accent-text', ['--accent', '--accent-2']],
  ['--print', ['--paper', '--paper-shade']],
  ['--bad', ['--surface', '--paper']],
  ['--on-cloth', ['--cloth']],
  ['--on-cloth-soft', ['--cloth']],
];

test.each(THEMES.flatMap((theme) => GAMES.map((game) => [game, theme])))(
  'the colours of %s can be read in the %s theme',
  (game = '', theme = '') => {
    const colours = palette(game, theme);
    const weak = PAIRS.flatMap(([text, grounds]) =>
      grounds.flatMap((ground) =>
        (colours[ground]?.match(/#[\da-f]{6}/g) ?? ['']).flatMap((colour) => {
          const found = contrast(colours[text] ?? '', colour);
          return found >= MIN_CONTRAST ? [] : [`${text} on ${ground} (${colour}): ${found.toFixed(2)}`];
        }),
      ),
    );
    expect(weak).toEqual([]);
  },
);

test.each(GAMES)('the dice of %s can be read and stand out from the felt', (game = '') => {
  const colours = palette(game, 'light');
  for (const [pip, die] of [
    ['--pip', '--die'],
    ['--action-spot', '--action-die'],
  ] as const)
    expect(contrast(colours[pip] ?? '', colours[die] ?? '')).toBeGreaterThan(MIN_CONTRAST);
  for (const felt of colours['--cloth']?.match(/#[\da-f]{6}/g) ?? [])
    for (const die of ['--die', '--action-die'])
      expect(contrast(colours[die] ?? '', felt), `${die} on ${felt}`).toBeGreaterThan(MIN_CONTRAST_OF_SHAPES);
});

test('every game has its own dice', () => {
  const looks = GAMES.slice(1).map((game) => {
    const colours = palette(game, 'light');
    return ['--die', '--pip', '--die-corner', '--pip-size', '--pip-form'].map((token) => colours[token]).join(' ');
  });
  expect(new Set(looks).size).toBe(looks.length);
});

test('every game has its own palette', () => {
  const accents = GAMES.map((game) => palette(game, 'light')['--accent']);
  expect(new Set(accents.slice(1)).size).toBe(GAMES.length - 1);
  expect(Object.keys(declared("[data-game='knister']"))).toEqual(Object.keys(declared("[data-game='kniffeliger']")));
});
