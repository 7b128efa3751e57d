// The steps of a guided first round: what a game's `guide.ts` is made of.

import { infoOf, sheetOf } from '../lib/position';
import type { Choice, Position } from '../wire';

export interface Step {
  /** What to do or to know now. */
  text: (now: Position) => string;
  /** What on the screen it is about. */
  about: 'lever' | 'dice' | 'sheet' | 'hand';
  /** Whether it was done since the position in which it was first read; without this, the reader goes on by a button. */
  done?: (now: Position, since: Position) => boolean;
}

/** Steps in their order, as the default export of a game's `guide.ts`. */
export type Steps = readonly Step[];

/** The dice lie there, and the reader may choose. */
export const rolled = (now: Position): boolean => now.choices.length > 0 && infoOf(now).dice.length > 0;

/** Some of the dice were thrown once more, or the reader has entered at once. */
export function rolledAgain(now: Position, since: Position): boolean {
  return (infoOf(now).rolls ?? 0) > (infoOf(since).rolls ?? 0) || entered(now, since);
}

/** Something was written on the reader's sheet. */
export function entered(now: Position, since: Position): boolean {
  const [is, was] = [now, since].map((position) => JSON.stringify(sheetOf(position, position.seat ?? -1)));
  return is !== was;
}

/** The entry that writes the most points now; undefined where none writes any. */
export function bestEntry({ choices }: Position): Choice | undefined {
  const [best] = choices.toSorted((a, b) => (b.writes ?? 0) - (a.writes ?? 0));
  return best?.writes ? best : undefined;
}
