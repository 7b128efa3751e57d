// Elements that scroll.

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex="0"]';

/**
 * Attach to an element that may scroll: while it does and contains nothing focusable, it is focusable itself, so that the
 * keyboard can scroll it. With a name, it also gets a role and that name.
 */
export const focusableWhenScrolling =
  (name?: string) =>
  (element: HTMLElement): (() => void) => {
    function setFocusable(focusable: boolean): void {
      if (focusable) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
      if (name === undefined) return;
      element.toggleAttribute('role', focusable);
      element.toggleAttribute('aria-label', focusable);
      if (focusable) [element.role, element.ariaLabel] = ['group', name];
    }

    // A resize observer runs after the layout, so that reading sizes costs nothing.
    const sizes = new ResizeObserver(() => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const scrolls = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1;
      setFocusable(scrolls && !element.querySelector(FOCUSABLE));
    });
    // The element keeps its size when its content grows, so its children are observed too.
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

/** Attach to an element that scrolls: it has the attribute `data-more` while there is more content below. */
export function trackOverflow(element: HTMLElement): () => void {
  const update = (): void => {
    element.toggleAttribute('data-more', element.scrollTop + element.clientHeight < element.scrollHeight - 1);
  };
  const sizes = new ResizeObserver(update);
  for (const each of [element, ...element.children]) sizes.observe(each);
  element.addEventListener('scroll', update, { passive: true });
  return () => {
    sizes.disconnect();
    element.removeEventListener('scroll', update);
  };
}
