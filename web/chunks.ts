// How the page's scripts are divided: the entry, which asks early for data, one for the start, one for the home page, one for
// what most people open next, which is fetched in advance, one for what that shares with other pages, one for the end of a
// game, one for what other pages share, and one for each of them.
// Over HTTP/1.1 each file of a page costs a round trip, and only six are loaded at a time.
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';
import { NEXT, ROUTES } from './src/routes.ts';

const PAGE = /\/src\/pages\/(.*Page)\.svelte$/;
/** What is opened from the home page besides other pages. */
const HOME_PARTS = ['pages/home/PlaySheet', 'components/SettingsDialog'];
/** What a table shows at the end of a game. */
const END_PARTS = ['pages/table/results/ResultsScreen', 'lib/finish/finish'];
const PART = new RegExp(`/src/(${[...HOME_PARTS, ...END_PARTS].join('|')})\\.svelte`);
const ENTRY = '/src/main.ts';
/** What the entry loads. */
const START = '/src/start.ts';
const HOME = ROUTES.home.component;
const NEXT_PARTS = [...NEXT.map((page) => ROUTES[page].component), ...HOME_PARTS];
/** How many pages must share a module for it to be loaded with what all of them share. */
const COMMON = 6;
/** The chunks that are fetched in advance, unless they belong to the first page. */
const IN_ADVANCE = ['home', 'next', 'shared'];

/** True for what the document names itself. */
const isFirst = ({ isEntry, name }: Rolldown.OutputChunk) => isEntry || name === 'start';

/** A file of the page and what it imports, except dynamically, without what the document loads anyway. */
export function filesOf(bundle: Rolldown.OutputBundle, isWanted: (chunk: Rolldown.OutputChunk) => boolean): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || isFirst(chunk) || files.has(name)) return;
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    chunk.imports.forEach(add);
  };
  for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk' && isWanted(file)) add(name);
  return [...files];
}

/** The elements that load the start: as the entry's import alone, the document would have loaded before it. */
function startTags(bundle: Rolldown.OutputBundle): HtmlTagDescriptor[] {
  const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'start');
  if (start?.type !== 'chunk') return [];
  const common = { crossorigin: '' };
  const styles = [...(start.viteMetadata?.importedCss ?? [])];
  return [
    { tag: 'script', attrs: { ...common, type: 'module', src: `./${start.fileName}` }, injectTo: 'head' },
    ...styles.map((style): HtmlTagDescriptor => ({
      tag: 'link',
      attrs: { ...common, rel: 'stylesheet', href: `./${style}` },
      injectTo: 'head',
    })),
  ];
}

/** Adds to the document which files the browser shall fetch in advance; the service worker keeps them as well. */
export function chunks(): Plugin {
  /** The pages and parts that need a module, among them the entry and the start. */
  const users = new Map<string, Set<string>>();
  const imports = new Map<string, readonly string[]>();

  /** Add a module and all that it imports, except dynamically. */
  function collect(context: Rolldown.PluginContext, id: string, user: string): void {
    const found = users.get(id) ?? new Set<string>();
    if (found.has(user)) return;
    users.set(id, found.add(user));
    const imported = [...(context.getModuleInfo(id)?.importedIds ?? [])];
    imports.set(id, imported);
    for (const each of imported) collect(context, each, user);
  }

  function chunkOf(id: string): string | null {
    const own = [...(users.get(id) ?? [])];
    const others = own.filter((user) => user !== HOME && ![...NEXT_PARTS, ...END_PARTS].includes(user));
    const isNext = own.some((user) => NEXT_PARTS.includes(user));
    const isEnd = own.some((user) => END_PARTS.includes(user));
    if (own.includes(ENTRY)) return 'index';
    if (own.includes(START) || (isNext && own.includes(HOME))) return 'start';
    if (own.includes(HOME)) return 'home';
    if (isNext) return others.length > 0 ? 'shared' : 'next';
    const isAlone = () =>
      (imports.get(id) ?? []).every((each) => ['index', 'start', 'common'].includes(chunkOf(each) ?? ''));
    if (others.length >= COMMON && isAlone()) return 'common';
    // A round trip less than in a chunk of their own.
    if (isEnd) return others.length > 0 ? 'shared' : 'end';
    return null;
  }

  return {
    name: 'chunks',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf }] },
          },
        },
      },
    }),
    buildEnd() {
      for (const id of [...this.getModuleIds()]) {
        const user = PAGE.exec(id)?.[1] ?? PART.exec(id)?.[1];
        if (this.getModuleInfo(id)?.isEntry) collect(this, id, ENTRY);
        else if (id.endsWith(START)) collect(this, id, START);
        else if (user) collect(this, id, user);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const files = filesOf(bundle, ({ name }) => IN_ADVANCE.includes(name));
        const content = files.filter((file) => !html.includes(file)).join(' ');
        const next = { tag: 'meta', attrs: { name: 'next-files', content }, injectTo: 'head' } as const;
        return [...startTags(bundle), next];
      },
    },
  };
}
