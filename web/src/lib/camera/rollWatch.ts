// Which dice in view are a new roll: those thrown, beside those kept, when they lie still.

import type { SeenDie } from './reading';

/** How long dice lie still until they are offered. */
const STILL_MS = 500;
/** How far a lying die seems to move, in sizes of a die. */
const TREMBLING = 0.4;

/** The dice that are thrown, and those that lie on the table meanwhile. */
export interface Throw {
  count: number;
  /** The faces of the dice that are kept; they may be in view or not. */
  kept: readonly number[];
}

/** The dice from left to right without one die for each of the faces, as far as there are dice with these. */
export function withoutFaces(dice: readonly SeenDie[], faces: readonly number[]): SeenDie[] {
  const rest = dice.toSorted((a, b) => a.x - b.x);
  for (const face of faces) {
    const place = rest.findIndex(({ value }) => value === face);
    if (place >= 0) rest.splice(place, 1);
  }
  return rest;
}

/**
 * The dice that were thrown, from left to right; null if it is not clear which of those in view they are.
 *
 * Each die in view that may be a kept one is taken for it. If as many are left as were thrown, these are the thrown ones:
 * the kept dice in view have kept faces, so at least they are removed, and no more dice can have been thrown.
 */
export function findThrown(dice: readonly SeenDie[], { count, kept }: Throw): SeenDie[] | null {
  const others = withoutFaces(dice, kept);
  return others.length === count ? others : null;
}

type Place = Pick<SeenDie, 'x' | 'y' | 'value'>;

/** True if these are the same dice in the same places, apart from movements of the camera. */
export const isSameScene = (one: readonly SeenDie[], other: readonly SeenDie[]): boolean =>
  areInSamePlaces(one, other, (a, b) => a.value === b.value);

/** True if dice lie in the same places, apart from movements of the camera. */
function areInSamePlaces(
  one: readonly SeenDie[],
  other: readonly SeenDie[],
  mayBeSame: (a: Place, b: Place) => boolean = () => true,
): boolean {
  if (one.length !== other.length) return false;
  const rest = relativePlaces(other);
  return relativePlaces(one).every((die) => {
    const place = rest.findIndex(
      (found) => mayBeSame(found, die) && Math.hypot(found.x - die.x, found.y - die.y) < TREMBLING,
    );
    if (place >= 0) rest.splice(place, 1);
    return place >= 0;
  });
}

/** The places of dice about their centre, in sizes of a die; of a single die, its place in the picture. */
function relativePlaces(dice: readonly SeenDie[]): Place[] {
  const mean = (key: 'x' | 'y' | 'size') => dice.reduce((sum, die) => sum + die[key], 0) / dice.length;
  const size = mean('size');
  const [x, y] = dice.length > 1 ? [mean('x'), mean('y')] : [0, 0];
  return dice.map((die) => ({ x: (die.x - x) / size, y: (die.y - y) / size, value: die.value }));
}

const valuesOf = (dice: readonly SeenDie[]) => dice.map(({ value }) => value);

/** True if both have the same faces, each as often. */
const haveSameFaces = (one: readonly number[], other: readonly number[]) =>
  one.toSorted().join('') === other.toSorted().join('');

/** The dice that are known to have been on the table when a roll was entered. */
interface EnteredRoll {
  /** Those in view. */
  dice: readonly SeenDie[];
  /** The faces of all, in view or not. */
  faces: readonly number[];
}

/** `moving`: not still yet; `still`: a new roll; `before`: the dice of the last roll. */
export type Scene = 'moving' | 'still' | 'before';

export interface Sight {
  scene: Scene;
  thrown: readonly SeenDie[] | null;
  /** The thrown dice need not be confirmed: they have been picked up, and cannot be those of the last roll. */
  mayTake: boolean;
}

export class RollWatch {
  /** No die of the last roll but kept ones has been in view since. A hand may have hidden them. */
  #lifted = true;
  #seen: { dice: readonly SeenDie[]; since: number } | null = null;
  #entered: EnteredRoll | null = null;

  /**
   * A roll has been entered.
   *
   * @param dice - the dice in view
   * @param faces - the faces of the dice on the table: those thrown and those kept
   */
  enter(dice: readonly SeenDie[], faces: readonly number[]): void {
    this.#lifted = false;
    this.#entered = { dice, faces };
    this.#seen = null;
  }

  /** Look at the dice in view at a time in milliseconds. */
  see(dice: readonly SeenDie[], roll: Throw, now: number): Sight {
    if (!this.#seen || !isSameScene(dice, this.#seen.dice)) this.#seen = { dice, since: now };
    const isStill = now - this.#seen.since >= STILL_MS;
    if (withoutFaces(dice, roll.kept).length === 0) this.#lifted = true;
    const thrown = findThrown(dice, roll);
    const { isOld, mayBeOld } = this.#compare(dice, roll.kept, thrown);
    const mayTake = this.#lifted && !mayBeOld && thrown !== null;
    return { scene: isOld ? 'before' : isStill ? 'still' : 'moving', thrown, mayTake };
  }

  /** Compare the dice in view with those of the last roll. */
  #compare(dice: readonly SeenDie[], kept: readonly number[], thrown: readonly SeenDie[] | null) {
    if (!this.#entered) return { isOld: false, mayBeOld: false };
    const { dice: before, faces } = this.#entered;
    // Kept dice may be moved aside before the others are thrown.
    const pairs = [[dice, before] as const, ...(thrown ? [[thrown, withoutFaces(before, kept)] as const] : [])];
    const isEqual =
      haveSameFaces(valuesOf(dice), valuesOf(before)) ||
      (thrown !== null && haveSameFaces([...valuesOf(thrown), ...kept], faces));
    return {
      isOld: pairs.some(([now, then]) => isSameScene(now, then)) || (isEqual && !this.#lifted),
      // The camera may look from elsewhere, or see another value of a die that was not thrown.
      mayBeOld: isEqual || pairs.some(([now, then]) => areInSamePlaces(now, then)),
    };
  }
}
