// `routes.json`, from which the server learns the pages of `src/routes.ts`.
import type { Plugin } from 'vite';
import de from './src/i18n/common/de.ts';
import en from './src/i18n/common/en.ts';
import it from './src/i18n/common/it.ts';
import { parameterNames, patternOf } from './src/lib/ui/pathPattern.ts';
import { ROUTES, type PageRoute } from './src/routes.ts';

/** The pages as the server reads them: their paths, and their titles in all languages. */
export const routesFile = (routes: Record<string, PageRoute> = ROUTES) =>
  Object.entries(routes).map(([page, { path, title, needsServer, onSite }]) => ({
    page,
    path,
    pattern: patternOf(path),
    parameters: parameterNames(path),
    needs_server: needsServer,
    on_site: onSite,
    titles: { de: de[title], en: en[title], it: it[title] },
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
