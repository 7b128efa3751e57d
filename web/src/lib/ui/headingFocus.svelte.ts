// After a change of view, keyboard and screen reader start at its heading.

import { tick } from 'svelte';

/** Focus the heading of the page whenever the view changes, as soon as its code is loaded. */
export function focusHeadingAfterChange(view: () => string): void {
  let first = true;
  $effect(() => {
    view();
    if (!first) return focusHeading();
    first = false;
    return undefined;
  });
}

/** Returns a function that stops waiting for the heading. */
function focusHeading(): () => void {
  const main = document.querySelector('main');
  let found = false;
  const look = () => {
    const heading = main?.querySelector('h1');
    if (!found || document.activeElement === document.body) heading?.focus({ preventScroll: found });
    found ||= Boolean(heading);
    // What is being loaded may bring a heading of its own.
    if (found && !main?.querySelector('[aria-busy=true]')) loading.disconnect();
  };
  const loading = new MutationObserver(look);
  void tick().then(() => {
    if (main) loading.observe(main, { childList: true, subtree: true });
    look();
  });
  return () => loading.disconnect();
}
