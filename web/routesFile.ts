// `routes.json`, from which the server learns the pages of `src/routes.ts`.
import type { Plugin } from 'vite';
import { parameterNames, patternOf } from './src/lib/ui/pathPattern.ts';
import { ROUTES, type PageRoute } from './src/routes.ts';
import { catalogue, languages } from './texts.ts';

const TEXTS = Object.keys(languages).map((language) => [language, catalogue(language, 'common')] as const);

/** The pages as the server reads them: their paths, and their titles in all languages. */
export const routesFile = (routes: Record<string, PageRoute> = ROUTES) =>
  Object.entries(routes).map(([page, { path, title, needsServer, onSite, framed }]) => ({
    page,
    path,
    pattern: patternOf(path),
    parameters: parameterNames(path),
    needs_server: needsServer,
    on_site: onSite,
    framed,
    titles: Object.fromEntries(TEXTS.map(([language, texts]) => [language, texts[title]])),
  }));

/** Adds `routes.json` to the page. */
export function pageRoutes(): Plugin {
  return {
    name: 'page-routes',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'routes.json', source: `${JSON.stringify(routesFile(), null, 1)}\n` });
    },
  };
}
