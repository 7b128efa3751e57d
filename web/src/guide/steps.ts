// The steps of a guided first round, which a game's `guide.ts` defines.

import { infoOf, sheetOf } from '../lib/game/position';
import type { Choice, Position } from '../wire';

export interface Step {
  /** Words about keys stand in brackets. */
  text: (now: Position) => string;
  /** The part of the screen that it explains. */
  about: 'lever' | 'dice' | 'sheet' | 'hand';
  /** True if the player has done it since the start of the step; without this, the step ends with a button. */
  done?: (now: Position, start: Position) => boolean;
}

/** The text for this device: what stands in brackets is about keys, which a touch screen does not have. */
export function textForDevice(text: string): string {
  return text.replace(/\[([^\]]*)\]/g, matchMedia('(hover: none)').matches ? '' : '$1');
}

/** The steps in order: the default export of a game's `guide.ts`. */
export type Steps = readonly Step[];

/** The dice are rolled, and the player may choose. */
export const rolled = (now: Position): boolean => now.choices.length > 0 && infoOf(now).dice.length > 0;

/** The player has rolled again, or entered something. */
export function rolledAgain(now: Position, start: Position): boolean {
  return (infoOf(now).rolls ?? 0) > (infoOf(start).rolls ?? 0) || entered(now, start);
}

/** The player's sheet has changed. */
export function entered(now: Position, start: Position): boolean {
  const [current, previous] = [now, start].map((position) => JSON.stringify(sheetOf(position, position.seat ?? -1)));
  return current !== previous;
}

/** The entry with the most points; undefined if none scores. */
export function bestEntry({ choices }: Position): Choice | undefined {
  const [best] = choices.toSorted((a, b) => (b.writes ?? 0) - (a.writes ?? 0));
  return best?.writes ? best : undefined;
}
