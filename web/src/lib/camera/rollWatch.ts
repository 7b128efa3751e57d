// Which dice in view are a new roll: those thrown, among those kept, when they lie still.

import type { SeenDie } from './reading';

/** How long dice lie still until they are offered. */
const STILL_MS = 500;
/** How far a lying die seems to move, in sizes of a die. */
const TREMBLING = 0.4;

/** The values of the dice that were thrown; null if there are others than these and the kept ones. */
export function thrownValues(dice: readonly SeenDie[], count: number, kept: readonly number[]): number[] | null {
  const values = dice.toSorted((a, b) => a.x - b.x).map(({ value }) => value);
  if (values.length === count) return values;
  if (values.length !== count + kept.length) return null;
  for (const face of kept) {
    const place = values.indexOf(face);
    if (place < 0) return null;
    values.splice(place, 1);
  }
  return values;
}

/** True if these are the same dice in the same places, apart from movements of the camera. */
export function isSameScene(one: readonly SeenDie[], other: readonly SeenDie[]): boolean {
  if (one.length !== other.length) return false;
  const rest = relativePlaces(other);
  return relativePlaces(one).every((die) => {
    const place = rest.findIndex(
      (found) => found.value === die.value && Math.hypot(found.x - die.x, found.y - die.y) < TREMBLING,
    );
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}

/** The places of dice about their centre, in sizes of a die; of a single die, its place in the picture. */
function relativePlaces(dice: readonly SeenDie[]): Pick<SeenDie, 'x' | 'y' | 'value'>[] {
  const mean = (key: 'x' | 'y' | 'size') => dice.reduce((sum, die) => sum + die[key], 0) / dice.length;
  const size = mean('size');
  const [x, y] = dice.length > 1 ? [mean('x'), mean('y')] : [0, 0];
  return dice.map((die) => ({ x: (die.x - x) / size, y: (die.y - y) / size, value: die.value }));
}

const sortedValues = (dice: readonly SeenDie[]) =>
  dice
    .map(({ value }) => value)
    .sort((a, b) => a - b)
    .join('');

/** `moving`: not still yet; `still`: a new roll; `before`: the dice of the last roll. */
export type Scene = 'moving' | 'still' | 'before';

export class RollWatch {
  /** The dice have been picked up since the last roll. */
  lifted = true;
  #seen: { dice: readonly SeenDie[]; since: number } | null = null;
  #entered: readonly SeenDie[] | null = null;

  /** The roll of these dice has been entered. */
  enter(dice: readonly SeenDie[]): void {
    this.lifted = false;
    this.#entered = dice;
    this.#seen = null;
  }

  /** Look at the dice in view at a time in milliseconds; `kept` is the number of dice that stay on the table. */
  see(dice: readonly SeenDie[], kept: number, now: number): Scene {
    const entered = this.#entered;
    if (dice.length <= kept) this.lifted = true;
    // A hand may have hidden dice, and kept dice may be moved aside before the others are thrown.
    const isOld =
      entered && (isSameScene(dice, entered) || (!this.lifted && sortedValues(dice) === sortedValues(entered)));
    if (isOld) return 'before';
    if (!this.#seen || !isSameScene(dice, this.#seen.dice)) this.#seen = { dice, since: now };
    return now - this.#seen.since >= STILL_MS ? 'still' : 'moving';
  }
}
