// Spaces, sizes, type, colours and motion are said in one file, and nowhere else.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const TOKENS = 'src/style/tokens.css';
const tokens = read(TOKENS);
const sources = Object.fromEntries(
  globSync('src/**/*.{svelte,css,ts}')
    .filter((path) => path !== TOKENS)
    .map((path) => [path, read(path)]),
);

/** What a page may not say by itself, and the files that may: drawings and sheets have measures of their own. */
const STRAYS: [what: string, declaration: RegExp, exempt?: RegExp][] = [
  ['colour', /^.*(?:#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch)\().*$/gim],
  ['type', /^\s*font(?:-size)?:(?!.*clamp\().*\d(?:px|rem).*;/gm, /\/pictures\//],
  ['radius', /^\s*border-radius:.*\dpx.*;/gm],
  [
    'space',
    /^\s*(?:(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z-]+)?):.*(?:[2-9]|\d\d)px.*;/gm,
    /\/(?:pictures|sheet)\//,
  ],
  ['duration', /^.*(?<![-\w.])(?!0s)[\d.]+m?s\b(?!.*!important).*$/gm],
  ['curve', /^.*(?:(?<![-\w])ease(?![-\w]*:)|cubic-bezier\().*$/gm],
];

const styles = Object.entries(sources).map(([path, source]): [string, string] => [
  path,
  path.endsWith('.css') ? source : (/<style>(.*)<\/style>/s.exec(source)?.[1] ?? ''),
]);

test.each(STRAYS)('no %s is said outside the tokens', (_, declaration, exempt) => {
  const found = styles.flatMap(([path, style]) =>
    exempt?.test(path) ? [] : (style.match(declaration) ?? []).map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('every variable that is used is said, and every token is used', () => {
  const said = (text: string) => [...text.matchAll(/(?<=[\s:'"{])(--[\w-]+)(?=[:=]|',)/g)].map(([, name]) => name);
  const all = [tokens, ...Object.values(sources)];
  const known = new Set(all.flatMap(said));
  const used = new Set(
    all.flatMap((text) => [...text.matchAll(/(?:var\(|(?<=motionOf\([^)]*)')(--[\w-]+)/g)].map(([, name]) => name)),
  );
  expect([...used].filter((name) => !known.has(name))).toEqual([]);
  expect(said(tokens).filter((name) => !used.has(name))).toEqual([]);
});
