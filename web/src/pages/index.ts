// The components of the pages.

import { untrack, type Component } from 'svelte';
import { loadLaterTexts } from '../i18n';
import { ROUTES, type PageName } from '../routes';

type Page = Component<Record<string, unknown>>;
interface PageModule {
  default: Page;
}

/** The page that is part of the first script. `chunks.ts` names those that are fetched after it. */
const FIRST = import.meta.glob<PageModule>('./home/HomePage.svelte', { eager: true });
/** Pages that are loaded when they are opened. */
const OTHERS = import.meta.glob<PageModule>(['./**/*Page.svelte', '!./{home/Home,NotFound,NeedsServer}Page.svelte']);

/** Pages whose texts are among those that are loaded first. */
export const NEXT: PageName[] = ['table', 'rules', 'scores'];

async function loadPage(load: () => Promise<PageModule>, hasTexts: boolean): Promise<Page> {
  // Another language is loaded while the page stays as it is.
  const [module] = await Promise.all([load(), hasTexts ? null : untrack(loadLaterTexts)]);
  return module.default;
}

/** The component of a page, or a promise of it while it is loaded. */
export function componentOf(page: PageName): Page | Promise<Page | undefined> | undefined {
  const file = `./${ROUTES[page].component}.svelte`;
  return FIRST[file]?.default ?? (OTHERS[file] && loadPage(OTHERS[file], NEXT.includes(page)));
}
