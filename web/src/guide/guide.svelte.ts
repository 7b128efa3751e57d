// The guided first round that runs at a table, if one does.

import { untrack } from 'svelte';
import { guides } from '../games';
import { infoOf } from '../lib/position';
import { remember, remembered } from '../lib/memory';
import type { Position } from '../wire';
import type { Step, Steps } from './steps';

const key = (game: string) => `guide.${game}`;

/** Whether a game can be learned by a guided round. */
export const hasGuide = (game: string): boolean => game in guides;

class Guide {
  #game = $state<string | null>(null);
  #steps = $state.raw<Steps>([]);
  #index = $state(0);
  /** The position in which the step was first read, and the latest. */
  #since: Position | null = null;
  #seen: Position | null = null;
  #offered = $state.raw<ReadonlySet<string>>(new Set());

  get step(): Step | undefined {
    return this.#steps[this.#index];
  }

  /** From 1 on. */
  get number(): number {
    return this.#index + 1;
  }

  get count(): number {
    return this.#steps.length;
  }

  /** Whether it guides through this game. */
  guides(game: string): boolean {
    return this.#game === game;
  }

  /** Whether to offer it: once, to who plays this game for the first time in this browser, in the first round. */
  offers(position: Position): boolean {
    const { game, seat, choices, results } = position;
    if (seat === null || results || choices.length > 0 || !hasGuide(game) || this.#game === game) return false;
    return infoOf(position).round <= 1 && !this.#offered.has(game) && remembered(key(game)) === undefined;
  }

  async start(game: string): Promise<void> {
    this.#forgo(game);
    this.#game = game;
    [this.#steps, this.#index, this.#since, this.#seen] = [[], 0, null, null];
    const steps = (await guides[game]?.()) ?? [];
    if (this.#game === game) this.#steps = steps;
  }

  leave = (): void => {
    this.#game = null;
    this.#steps = [];
  };

  /** Go on to the next step; after the last one, the reader plays alone. */
  next = (): void => {
    this.#since = this.#seen;
    if (this.#index + 1 < this.#steps.length) this.#index++;
    else this.leave();
  };

  /** Take notice of what the reader sees: what is done needs no reading. */
  see(position: Position): void {
    if (infoOf(position).round > 1) this.#forgo(position.game);
    if (this.#game === null) return;
    if (position.results || position.game !== this.#game) {
      this.leave();
      return;
    }
    this.#seen = position;
    this.#since ??= position;
    while (this.step?.done?.(position, this.#since)) this.next();
  }

  /** Remember that this game need not be offered again. */
  #forgo(game: string): void {
    if (untrack(() => this.#offered).has(game)) return;
    this.#offered = new Set([...untrack(() => this.#offered), game]);
    remember(key(game), 'offered');
  }
}

/** Of this page: who plays at two tables is guided at one. */
export const guide = new Guide();
