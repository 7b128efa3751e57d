// `routes.json`, from which the server learns the pages of `src/routes.ts`.
import type { Plugin, Rolldown } from 'vite';
import { filesOf } from './chunks.ts';
import { parameterNames, patternOf } from './src/lib/ui/pathPattern.ts';
import { needsLaterTexts, ROUTES, type PageRoute } from './src/routes.ts';
import { catalogue, languages } from './texts.ts';

const TEXTS = Object.keys(languages).map((language) => [language, catalogue(language, 'common')] as const);

/** The pages as the server reads them: their paths, their titles in all languages, and the files that they load. */
export const routesFile = (routes: Record<string, PageRoute> = ROUTES, bundle: Rolldown.OutputBundle = {}) =>
  Object.entries(routes).map(([page, { path, component, title, needsServer, onSite, framed }]) => ({
    page,
    path,
    pattern: patternOf(path),
    parameters: parameterNames(path),
    needs_server: needsServer,
    on_site: onSite,
    framed,
    titles: Object.fromEntries(TEXTS.map(([language, texts]) => [language, texts[title]])),
    files: filesOf(bundle, ({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/pages/${component}.svelte`))),
    later_texts: needsLaterTexts(page),
  }));

/** Adds `routes.json` to the page. */
export function pageRoutes(): Plugin {
  return {
    name: 'page-routes',
    generateBundle(_, bundle) {
      const source = `${JSON.stringify(routesFile(ROUTES, bundle), null, 1)}\n`;
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}
