/** `stage`: the whole window, without the page's header; `broad`: wider than other pages. */
export type PageLayout = 'stage' | 'broad';

/** Attach to an element that needs another layout of the page; styles select it by an attribute of the root element. */
export function pageLayout(layout: PageLayout): () => () => void {
  return () => {
    // An attribute instead of `:has()`, which would search the whole page at each tap.
    document.documentElement.dataset[layout] = '';
    return () => delete document.documentElement.dataset[layout];
  };
}
