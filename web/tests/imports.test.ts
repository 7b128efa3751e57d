// No module of the page imports itself, directly or through others, and no game imports another one; types and globs count
// as imports.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { NEXT, ROUTES } from '../src/routes';
import { isLater, names } from '../texts';

const IMPORT = /\bfrom '(\.[^']*)'|(?:\bimport(?:\.meta\.glob(?:<[^']*)?)?\(?\[?|\bnew URL\()\s*'(\.[^']*)'/g;

/** The modules that a path in an import refers to. */
function resolve(path: string): string[] {
  if (path.includes('*')) return globSync(path);
  const candidates = [path, `${path}.ts`, `${path}/index.ts`];
  return candidates.filter((each) => /\.(ts|svelte)$/.test(each) && existsSync(each)).slice(0, 1);
}

const modules = globSync('src/**/*.{ts,svelte}').sort();
const imports = new Map(
  modules.map((module) => {
    const found = [...readFileSync(module, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
    return [module, found.flatMap((path) => resolve(join(dirname(module), path)))];
  }),
);

test('the imports have no circle', () => {
  const finished = new Set<string>();
  const visit = (module: string, path: string[]): void => {
    const start = path.indexOf(module);
    if (start >= 0) throw new Error(`circle of imports: ${[...path.slice(start), module].join(' > ')}`);
    if (finished.has(module)) return;
    for (const next of imports.get(module) ?? []) visit(next, [...path, module]);
    finished.add(module);
  };
  for (const module of modules) visit(module, []);
  expect(finished.size).toBe(modules.length);
});

test('every module is found by the imports of the entry points', () => {
  const reached = new Set(['src/main.ts', 'src/print/standalone.ts', 'src/serviceWorker/sw.ts']);
  for (const module of reached) for (const next of imports.get(module) ?? []) reached.add(next);
  expect(modules.filter((module) => !reached.has(module))).toEqual([]);
});

// What games share is in sheet/, dice/, pictures/ or howto/.
test('the folder of a game contains all of that game', () => {
  const game = (module: string): string | undefined => /^src\/games\/(\w+)\//.exec(module)?.[1];
  const strange = (module: string, next: string): boolean =>
    next.startsWith('src/games/') && next !== 'src/games/types.ts' && game(next) !== game(module);
  const found = [...imports].flatMap(([module, nexts]) =>
    game(module) === undefined ? [] : nexts.filter((next) => strange(module, next)).map((next) => `${module}: ${next}`),
  );
  expect(found).toEqual([]);
});

test('home, and the pages that are opened next, use only texts that are loaded first', () => {
  const pages = (['home', ...NEXT] as const).map((page) => `src/pages/${ROUTES[page].component}.svelte`);
  const reached = new Set(['src/App.svelte', ...pages]);
  for (const module of reached)
    if (module !== 'src/pages/index.ts') for (const next of imports.get(module) ?? []) reached.add(next);
  const used = [...reached].map((module) => /i18n\/pages\/(\w+)\.ts$/.exec(module)?.[1]);
  expect(used.filter((name) => name !== undefined && isLater(name))).toEqual([]);
  expect(names().filter(isLater).length).toBeGreaterThan(0);
});
