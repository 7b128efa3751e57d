// The page of the design shows every component there is, and nobody but developers gets it.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../vite.config';

/** Whole pages and screens are looked at where they are. */
const SCREENS =
  /^src\/(App|pages\/(\w+\/)?\w+Page|pages\/table\/(RunningGame|results\/ResultPicture)|components\/game\/GameScreen|pages\/review\/(Exercise|Lesson|Practice)Screen)\.svelte$/;

/** These components, and those that they import in turn, also through a module beside them. */
function reached(from: string[]): Set<string> {
  const found = new Set(from);
  for (const path of found)
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import\() ?'(\.[^']+\.svelte|\.\/\w+)'/g,
    )) {
      const other = join(dirname(path), name.endsWith('.svelte') ? name : `${name}.ts`);
      if (existsSync(other)) found.add(other);
    }
  return found;
}

test('every component is on the page of the design', () => {
  // What games have of their own is found by the names of files.
  const shown = reached(
    globSync(['design/*.svelte', 'src/games/*/{Sheet,HowTo,Picture}.svelte', 'src/games/*/index.ts']),
  );
  const missing = globSync('src/**/*.svelte').filter((path) => !shown.has(path) && !SCREENS.test(path));
  expect(missing).toEqual([]);
});

test('it is no part of what is built', () => {
  // index.html is built unless something else is said.
  expect(config.build).not.toHaveProperty('rollupOptions');
  expect(config.build).not.toHaveProperty('rolldownOptions');
  expect([...reached(['src/App.svelte'])].filter((path) => path.startsWith('design'))).toEqual([]);
});

test('the development server finds it beside the page', () => {
  expect(readFileSync('design.html', 'utf8')).toContain('src="/design/main.ts"');
});
