// Whether the dice of the table still fall: until they lie, nothing else on the page tells what they show.

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
