// Regions that scroll can be reached and scrolled by keyboard.

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';

/**
 * Attach to an element whose content may be larger than it is: while it scrolls and nothing in it can have the focus, it
 * can itself. An element that has no role and name of its own gets them for that time.
 */
export const scrolls =
  (name?: string) =>
  (element: HTMLElement): (() => void) => {
    function set(focusable: boolean): void {
      if (focusable) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
      if (name === undefined) return;
      element.toggleAttribute('role', focusable);
      element.toggleAttribute('aria-label', focusable);
      if (focusable) [element.role, element.ariaLabel] = ['group', name];
    }

    // The browser has laid out the page when it reports sizes: reading them here costs nothing.
    const sizes = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      set((scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1) && !element.querySelector(FOCUSABLE));
    });
    // The element itself stays as it is when its content grows: so what it holds is observed too.
    const observe = (): void => {
      sizes.disconnect();
      for (const each of [element, ...element.children]) sizes.observe(each);
    };
    const children = new MutationObserver(observe);
    children.observe(element, { childList: true });
    observe();
    return () => {
      children.disconnect();
      sizes.disconnect();
    };
  };

/** Attach to an element that scrolls: the attribute `data-more` says to the styles that there is more below. */
export function hasMore(element: HTMLElement): () => void {
  const look = (): void => {
    element.toggleAttribute('data-more', element.scrollTop + element.clientHeight < element.scrollHeight - 1);
  };
  const sizes = new ResizeObserver(look);
  for (const each of [element, ...element.children]) sizes.observe(each);
  element.addEventListener('scroll', look, { passive: true });
  return () => {
    sizes.disconnect();
    element.removeEventListener('scroll', look);
  };
}
