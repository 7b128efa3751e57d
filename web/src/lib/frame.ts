// How the page lies around what it shows.

/** All of the window, without the page's own head; or wider than other pages. */
export type Frame = 'stage' | 'broad';

/** Attach to what wants it. The root says so to the styles: asked of it by `:has()`, each touch would search the page. */
export function frame(kind: Frame): () => () => void {
  return () => {
    document.documentElement.dataset[kind] = '';
    return () => delete document.documentElement.dataset[kind];
  };
}
