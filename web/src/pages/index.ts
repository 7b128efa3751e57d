// The components of the pages.

import type { Component } from 'svelte';
import { ROUTES, type PageName } from '../routes';

type Page = Component<Record<string, unknown>>;
interface PageModule {
  default: Page;
}

/** The page that is part of the first script. `chunks.ts` names those that are fetched after it. */
const FIRST = import.meta.glob<PageModule>('./home/HomePage.svelte', { eager: true });
/** Pages that are loaded when they are opened. */
const OTHERS = import.meta.glob<PageModule>(['./**/*Page.svelte', '!./{home/Home,NotFound,NeedsServer}Page.svelte']);

/** The component of a page, or a promise of it while it is loaded. */
export function componentOf(page: PageName): Page | Promise<Page | undefined> | undefined {
  const file = `./${ROUTES[page].component}.svelte`;
  return FIRST[file]?.default ?? OTHERS[file]?.().then((module) => module.default);
}
