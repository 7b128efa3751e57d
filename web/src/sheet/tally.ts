// The counting of finished sheets: scores that are not written yet, the points so far, and the best place.

import { getContext, setContext } from 'svelte';

export interface Tally {
  /** True if the score of this place is not written yet. */
  hides: (seat: number, place: string) => boolean;
  /** The points of the seat's sheet that are counted so far; null if all are. */
  counted: (seat: number) => number | null;
  /** The place with the most points on the seat's sheet, which is ringed; null if there is none, or during counting. */
  best: (seat: number) => string | null;
}

const KEY = Symbol('tally');

/** Provide a tally to the sheets among the component's children. */
export function provideTally(tally: () => Tally | null): void {
  setContext(KEY, tally);
}

/** The tally that an ancestor provides. */
export function useTally(): () => Tally | null {
  return getContext<(() => Tally | null) | undefined>(KEY) ?? (() => null);
}
