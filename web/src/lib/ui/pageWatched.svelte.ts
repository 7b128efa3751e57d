// Whether somebody looks at the page: it is visible, and its window has the focus.

import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const stop = new AbortController();
  for (const event of ['focus', 'blur'] as const) addEventListener(event, update, stop);
  document.addEventListener('visibilitychange', update, stop);
  return () => stop.abort();
});

/** True if the page is visible and its window has the focus; reactive. */
export function isPageWatched(): boolean {
  subscribe();
  return document.visibilityState === 'visible' && document.hasFocus();
}
