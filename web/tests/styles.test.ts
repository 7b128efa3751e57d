// The styles of a component reach others at any depth only by names that are theirs alone. A dialog or another component
// between them may have elements and shared classes of its own, and so may a component that is added there later.
import { globSync, readFileSync } from 'node:fs';
import { parse, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

type Part = AST.CSS.RelativeSelector;

const base = readFileSync('src/style/base.css', 'utf8');
const shared = new Set(Array.from(base.matchAll(/\.([a-z][\w-]*)/g), ([, name]) => name));

/** The classes that a part of a selector names, also in `:is(…)`. */
const classes = ({ selectors }: Part): string[] =>
  selectors.flatMap((each) => {
    if (each.type === 'ClassSelector') return [each.name];
    if (each.type !== 'PseudoClassSelector' || each.name === 'not') return [];
    return each.args?.children.flatMap(({ children }) => children.flatMap(classes)) ?? [];
  });

const isDrawing = ({ selectors }: Part): boolean =>
  selectors.some((each) => each.type === 'TypeSelector' && each.name === 'svg');

/** True if a part is `:global(…)` at any depth below the one before it, and may be an element of any component. */
function isForeign(part: Part, before: Part | undefined): boolean {
  const global = part.selectors.find((each) => each.type === 'PseudoClassSelector' && each.name === 'global');
  if (global?.type !== 'PseudoClassSelector' || !global.args || !before || part.combinator?.name !== ' ') return false;
  // A drawing contains nothing else.
  if (isDrawing(before)) return false;
  return global.args.children.some(({ children: [first] }) => {
    if (!first || first.combinator) return false;
    return classes(first).every((name) => shared.has(name));
  });
}

function reaching(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found: string[] = [];
  const walk = (node: AST.CSS.Rule | AST.CSS.Atrule): void => {
    if (node.type === 'Rule')
      for (const { start, end, children } of node.prelude.children)
        if (children.some((part, i) => isForeign(part, children[i - 1])))
          found.push(`${file}: ${source.slice(start, end)}`);
    for (const child of node.block?.children ?? []) if (child.type !== 'Declaration') walk(child);
  };
  for (const node of parse(source, { modern: true }).css?.children ?? [])
    if (node.type === 'Rule' || node.type === 'Atrule') walk(node);
  return found;
}

test('no style reaches elements of other components by a shared name', () => {
  expect(globSync('src/**/*.svelte').flatMap(reaching)).toEqual([]);
});
