// The pages that most people open next: the browser fetches them when the first page is there.
import type { Plugin, Rolldown } from 'vite';

const NEXT = /\/pages\/(table\/Table|Rules|Scores)Page\.svelte$/;

/** The files that a script needs: itself, its imports and their styles. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, files = new Set<string>()): Set<string> {
  if (files.has(chunk.fileName)) return files;
  files.add(chunk.fileName);
  for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk') filesOf(imported, bundle, files);
  }
  return files;
}

/** Adds `<link rel="prefetch">` for those pages to the document, in which the service worker finds what it keeps. */
export function nextPages(): Plugin {
  return {
    name: 'next-pages',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const next = chunks.filter((chunk) => NEXT.test(chunk.facadeModuleId ?? ''));
        const files = new Set(next.flatMap((chunk) => [...filesOf(chunk, bundle)]));
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'prefetch',
              href: `./${file}`,
              as: file.endsWith('.css') ? 'style' : 'script',
              crossorigin: '',
            },
            injectTo: 'head',
          }));
      },
    },
  };
}
