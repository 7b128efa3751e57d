// Whether a game is in progress in this window. Offers to update or install the page wait until it is over.

import { untrack } from 'svelte';

let games = $state(0);

export const isGameInProgress = () => games > 0;

/** Mark the beginning of a game; the returned function marks its end. */
export function beginGame(): () => void {
  untrack(() => games++);
  return () => untrack(() => games--);
}
