// The components of the pages.

import { untrack, type Component } from 'svelte';
import { loadLaterTexts } from '../i18n';
import { needsLaterTexts, ROUTES, type PageName } from '../routes';

type Page = Component<Record<string, unknown>>;
interface PageModule {
  default: Page;
}

/** Pages that are loaded when they are opened. */
const PAGES = import.meta.glob<PageModule>(['./**/*Page.svelte', '!./{NotFound,NeedsServer}Page.svelte']);

async function loadPage(load: () => Promise<PageModule>, needsTexts: boolean): Promise<Page> {
  // Another language is loaded while the page stays as it is.
  const [module] = await Promise.all([load(), needsTexts ? untrack(loadLaterTexts) : null]);
  return module.default;
}

/** The component of a page, or a promise of it while it is loaded. */
export function componentOf(page: PageName): Promise<Page | undefined> | undefined {
  const load = PAGES[`./${ROUTES[page].component}.svelte`];
  return load && loadPage(load, needsLaterTexts(page));
}
