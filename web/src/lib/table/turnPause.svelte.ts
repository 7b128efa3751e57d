// A pause after the own turn has ended automatically: the page keeps showing its last position for a moment.

import type { Position } from '../../wire';
import { pauseAfterTurn } from '../preferences/switches.svelte';

/** How long the end of a turn or of a game stays in view. */
export const PAUSE_MS = 4_000;

export class TurnPause {
  #position = $state.raw<Position | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #onEnd: (position: Position) => void;

  /** `onEnd` is called with the position that was shown during the pause. */
  constructor(onEnd: (position: Position) => void) {
    this.#onEnd = onEnd;
  }

  /** The position to show instead of the current one; null without a pause. */
  get position(): Position | null {
    return this.#position;
  }

  start(position: Position): void {
    this.end();
    if (!pauseAfterTurn.on) return;
    this.#position = position;
    this.#timer = setTimeout(this.end, PAUSE_MS);
  }

  end = (): void => {
    const position = this.#position;
    clearTimeout(this.#timer);
    this.#position = null;
    if (position) this.#onEnd(position);
  };
}
