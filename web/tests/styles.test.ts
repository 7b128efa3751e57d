// The styles of a component reach others at any depth only by names that are theirs alone. A dialog or another component
// between them may have elements and shared classes of its own, and so may a component that is added there later.
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, parseCss, type AST } from 'svelte/compiler';
import { expect, test } from 'vitest';

type Part = AST.CSS.RelativeSelector;

/** The sheets that all pages load. */
const BASE = Array.from(
  readFileSync('src/style/base.css', 'utf8').matchAll(/@import '\.\/(.*)'/g),
  ([, file]) => file!,
);
const shared = new Set(
  BASE.flatMap((file) =>
    Array.from(readFileSync(`src/style/${file}`, 'utf8').matchAll(/\.([a-z][\w-]*)/g), ([, name]) => name),
  ),
);

/** The classes that a part of a selector names, also in `:is(…)`. */
const classes = ({ selectors }: Part): string[] =>
  selectors.flatMap((each) => {
    if (each.type === 'ClassSelector') return [each.name];
    if (each.type !== 'PseudoClassSelector' || each.name === 'not') return [];
    return each.args?.children.flatMap(({ children }) => classes(children.at(-1)!)) ?? [];
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

const sheets = globSync('src/style/*.css').map((file) => ({ file, css: parseCss(readFileSync(file, 'utf8')) }));
const components = globSync('src/**/*.svelte').map((file) => {
  const source = readFileSync(file, 'utf8');
  return { file, source, rules: parse(source, { modern: true }).css?.children ?? [] };
});

function reaching({ file, source, rules }: (typeof components)[number]): string[] {
  const found: string[] = [];
  const walk = (node: AST.CSS.Rule | AST.CSS.Atrule): void => {
    if (node.type === 'Rule')
      for (const { start, end, children } of node.prelude.children)
        if (children.some((part, i) => isForeign(part, children[i - 1])))
          found.push(`${file}: ${source.slice(start, end)}`);
    for (const child of node.block?.children ?? []) if (child.type !== 'Declaration') walk(child);
  };
  for (const node of rules) if (node.type === 'Rule' || node.type === 'Atrule') walk(node);
  return found;
}

test('no style reaches elements of other components by a shared name', () => {
  expect(components.flatMap(reaching)).toEqual([]);
});

const rulesOf = (children: AST.CSS.StyleSheetBase['children']): AST.CSS.Rule[] =>
  children.filter((each) => each.type === 'Rule');

/** The value that a rule gives a property. */
const given = ({ block }: AST.CSS.Rule, name: string): string | undefined =>
  block.children.filter((each) => each.type === 'Declaration').findLast(({ property }) => property === name)?.value;

/** The names that rules define: the classes of the elements of their selectors at a place, such as the first. */
const defined = ({ prelude }: AST.CSS.Rule, at: 0 | -1): string[] =>
  prelude.children.flatMap(({ children }) => classes(children.at(at)!));

// The rules of such a sheet hold wherever one of its components was shown before.
test('a class of a sheet that some components load is used only by them', () => {
  const rest = sheets.filter(({ file }) => ![...BASE, 'base.css', 'tokens.css'].includes(basename(file)));
  const owners = new Map(
    rest.flatMap(({ file, css }) =>
      rulesOf(css.children).flatMap((rule) => defined(rule, 0).map((name) => [name, basename(file)] as const)),
    ),
  );
  const strange = components.flatMap(({ file, source }) => {
    const markup = source.replace(/<style>.*<\/style>/s, '');
    const used = [...markup.matchAll(/class(?:="([^"]*)"|:([\w-]+))/g)].flatMap(([, all, one]) =>
      (all ?? one)!.split(/\s+/),
    );
    return used
      .filter((name) => !shared.has(name) && owners.has(name) && !source.includes(`style/${owners.get(name)}`))
      .map((name) => `${file}: ${name} of ${owners.get(name)}`);
  });
  expect(strange).toEqual([]);
});

test('no component arranges a shared class in another way, which is another thing with its name', () => {
  const arranged = new Map(
    sheets.flatMap(({ css }) =>
      rulesOf(css.children)
        .filter(
          (rule) => given(rule, 'display') && rule.prelude.children.every(({ children }) => children.length === 1),
        )
        .flatMap((rule) => defined(rule, 0).map((name) => [name, given(rule, 'display')] as const)),
    ),
  );
  const strange = components.flatMap(({ file, rules }) =>
    rulesOf(rules).flatMap((rule) => {
      const display = given(rule, 'display');
      return defined(rule, -1)
        .filter((name) => display && display !== 'none' && arranged.has(name) && arranged.get(name) !== display)
        .map((name) => `${file}: .${name} { display: ${display} }`);
    }),
  );
  expect(strange).toEqual([]);
});

/** They say all that they are for: what needs more has a class of its own. */
const COMPLETE = /^(stack-\d|inline(-\d)?|soft|strong|breakable|ellipsis|titled)$/;

test('no component adds to a class that says all, or has another one of its name', () => {
  const styled = components.flatMap(({ file, rules }) =>
    rulesOf(rules).flatMap((rule) =>
      [...defined(rule, 0), ...defined(rule, -1)]
        .filter((name) => COMPLETE.test(name))
        .map((name) => `${file}: ${name}`),
    ),
  );
  expect(styled).toEqual([]);
});
