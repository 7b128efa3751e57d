// Counts up a finished sheet step by step, with the sound of a pencil.

import type { Tally } from '../../sheet/tally';
import type { Position } from '../../wire';
import { playSound } from '../ui/sound.svelte';
import { bestPlace, countingSteps, type CountingStep } from './countingSteps';

/** All steps together take about this time, and each between the shortest and the longest. */
const TOGETHER_MS = 2_600;
const [SHORTEST_MS, LONGEST_MS] = [85, 240];
/** The sheet without its scores is seen first. */
const START_MS = 600;

export class SheetTally implements Tally {
  readonly #position: Position;
  /** The seat whose sheet is counted. */
  readonly #seat: number;
  readonly #steps: CountingStep[];
  /** The step of each place. */
  readonly #stepOf: ReadonlyMap<string, number>;
  readonly #best = new Map<number, string | null>();
  #done = $state(Infinity);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(position: Position, seat: number) {
    this.#position = position;
    this.#seat = seat;
    this.#steps = countingSteps(position, seat);
    this.#stepOf = new Map(this.#steps.flatMap(({ places }, i) => places.map((place) => [place, i] as const)));
  }

  get running(): boolean {
    return this.#done < this.#steps.length;
  }

  /** Count from the beginning, unless the person prefers reduced motion. */
  start(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches || this.#steps.length === 0) return;
    this.#done = 0;
    this.#timer = setTimeout(() => this.#next(), START_MS);
  }

  /** Write all scores now. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#done = Infinity;
  }

  #next(): void {
    const pause = Math.min(Math.max(TOGETHER_MS / this.#steps.length, SHORTEST_MS), LONGEST_MS);
    playSound('pencil');
    this.#done += 1;
    if (this.running) this.#timer = setTimeout(() => this.#next(), pause);
  }

  hides(seat: number, place: string): boolean {
    return seat === this.#seat && (this.#stepOf.get(place) ?? -1) >= this.#done;
  }

  counted(seat: number): number | null {
    if (seat !== this.#seat || !this.running) return null;
    return this.#steps.slice(0, this.#done).reduce((sum, { points }) => sum + points, 0);
  }

  best(seat: number): string | null {
    if (this.running) return null;
    let place = this.#best.get(seat);
    if (place === undefined) this.#best.set(seat, (place = bestPlace(countingSteps(this.#position, seat))));
    return place;
  }
}
