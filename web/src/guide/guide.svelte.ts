// The guided first round of a game.

import { untrack } from 'svelte';
import { gameGuides } from '../games/guides';
import { infoOf } from '../lib/game/position';
import { saveItem, loadItem } from '../lib/preferences/storage';
import type { Position } from '../wire';
import type { Step, Steps } from './steps';

const key = (game: string) => `guide.${game}`;

export const hasGuide = (game: string): boolean => game in gameGuides;

class Guide {
  #game = $state<string | null>(null);
  #steps = $state.raw<Steps>([]);
  #index = $state(0);
  /** The position at the start of the step, and the latest one. */
  #stepStart: Position | null = null;
  #latest: Position | null = null;
  /** The games that need no offer. */
  #offered = $state.raw<ReadonlySet<string>>(new Set());

  get step(): Step | undefined {
    return this.#steps[this.#index];
  }

  /** The number of the step, from 1. */
  get number(): number {
    return this.#index + 1;
  }

  get count(): number {
    return this.#steps.length;
  }

  isActive(game: string): boolean {
    return this.#game === game;
  }

  /** True if the guide should be offered: once, in the first round of the first game in this browser. */
  shouldOffer(position: Position): boolean {
    const { game, seat, choices, results } = position;
    if (seat === null || results || choices.length > 0 || this.#game === game) return false;
    return infoOf(position).round <= 1 && this.isNew(game);
  }

  /** True if there is a guide of the game and this browser has neither used nor declined it. */
  isNew(game: string): boolean {
    return hasGuide(game) && !this.#offered.has(game) && loadItem(key(game)) === undefined;
  }

  async start(game: string): Promise<void> {
    this.#markOffered(game);
    this.#game = game;
    [this.#steps, this.#index, this.#stepStart, this.#latest] = [[], 0, null, null];
    const steps = (await gameGuides[game]?.()) ?? [];
    if (this.#game === game) this.#steps = steps;
  }

  leave = (): void => {
    this.#game = null;
    this.#steps = [];
  };

  /** Show the next step; after the last one, the guide ends. */
  next = (): void => {
    this.#stepStart = this.#latest;
    if (this.#index + 1 < this.#steps.length) this.#index++;
    else this.leave();
  };

  /** Skip the steps that are done in the position. */
  update(position: Position): void {
    if (infoOf(position).round > 1) this.#markOffered(position.game);
    if (this.#game === null) return;
    if (position.results || position.game !== this.#game) {
      this.leave();
      return;
    }
    this.#latest = position;
    this.#stepStart ??= position;
    while (this.step?.done?.(position, this.#stepStart)) this.next();
  }

  #markOffered(game: string): void {
    if (untrack(() => this.#offered).has(game)) return;
    this.#offered = new Set([...untrack(() => this.#offered), game]);
    saveItem(key(game), 'offered');
  }
}

/** The only guide of the page. */
export const guide = new Guide();
