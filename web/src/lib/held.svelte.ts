// One's own turn that has ended by itself: it stays in view until one has seen it.

import type { Position } from '../wire';
import { remember, remembered } from './memory';

/** So many milliseconds what has just ended is looked at before the page goes on. */
export const LINGER = 4_000;

const SETTING = 'hold';
let holds = $state(remembered(SETTING) !== 'off');

/** Whether a turn that has ended is held; who is in a hurry switches it off. */
export function holdsTurns(): boolean {
  return holds;
}

export function setHoldsTurns(on: boolean): void {
  holds = on;
  remember(SETTING, on ? 'on' : 'off');
}

export class Held {
  #position = $state.raw<Position | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onRelease: (position: Position) => void;

  /** `onRelease` is told what was looked at until then. */
  constructor(onRelease: (position: Position) => void) {
    this.#onRelease = onRelease;
  }

  /** What is looked at instead of the position that there is by now. */
  get position(): Position | null {
    return this.#position;
  }

  hold(position: Position): void {
    this.release();
    if (!holds) return;
    this.#position = position;
    this.#timer = setTimeout(() => this.release(), LINGER);
  }

  release = (): void => {
    const position = this.#position;
    clearTimeout(this.#timer);
    this.#position = null;
    if (position) this.#onRelease(position);
  };
}
