// How the page's scripts are divided: one for the start, one for the pages that most people open next, which is fetched
// in advance, and one for each other page. Over HTTP/1.1 each file of a page costs a round trip.
import type { Plugin, Rolldown } from 'vite';

const NEXT = /\/pages\/(table\/Table|Rules|Scores)Page\.svelte$/;

/** Adds to the document which files the browser shall fetch in advance; the service worker keeps them as well. */
export function chunks(): Plugin {
  const start = new Set<string>();
  const next = new Set<string>();

  /** Add a module and all that it imports, except dynamically. */
  function collect(context: Rolldown.PluginContext, id: string, into: Set<string>): void {
    if (into.has(id)) return;
    into.add(id);
    for (const imported of [...(context.getModuleInfo(id)?.importedIds ?? [])]) collect(context, imported, into);
  }

  return {
    name: 'chunks',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'start', test: (id) => start.has(id) },
                { name: 'next', test: (id) => next.has(id) },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      for (const id of [...this.getModuleIds()]) {
        if (this.getModuleInfo(id)?.isEntry) collect(this, id, start);
        else if (NEXT.test(id)) collect(this, id, next);
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const named = Object.values(bundle).filter((file) => file.type === 'chunk' && file.name === 'next');
        const files = named.flatMap((file) =>
          file.type === 'chunk' ? [file.fileName, ...(file.viteMetadata?.importedCss ?? [])] : [],
        );
        const content = files.filter((file) => !html.includes(file)).join(' ');
        return [{ tag: 'meta', attrs: { name: 'next-files', content }, injectTo: 'head' }];
      },
    },
  };
}
