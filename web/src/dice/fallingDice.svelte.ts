// Whether the dice of the table still fall: until they lie, nothing else on the page tells what they show.

import { afterPaint } from '../lib/ui/afterPaint';

/** So long only the dice are drawn when they fall, on all devices at a table: then they fall smoothly. */
const ALONE_MS = 150;
/** Longer than a throw lasts (`--time-throw`), in case that its animation does not end. */
const LIMIT_MS = 1_200;

let falling = $state(false);
let timer: ReturnType<typeof setTimeout> | undefined;

export const fallingDice = {
  get on(): boolean {
    return falling;
  },
  /** The dice are thrown, unless the player wants no motion. */
  fall(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    falling = true;
    clearTimeout(timer);
    timer = setTimeout(fallingDice.lie, LIMIT_MS);
  },
  /** The dice lie on the table. */
  lie(): void {
    clearTimeout(timer);
    falling = false;
  },
};

/** Run a task after the next paint, or while dice fall, after they have been drawn alone for a moment. */
export function afterThrow(task: () => void): void {
  afterPaint(() => {
    if (falling) setTimeout(task, ALONE_MS);
    else task();
  });
}
