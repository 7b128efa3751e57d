/** The dice as they lie in the tray: kept ones stay where they are, fallen ones take the other places. */
import { infoOf } from '../lib/position';
import type { Position } from '../wire';

export interface Slot {
  /** 0: not fallen yet. */
  face: number;
  /** It stays when the others are thrown. */
  held: boolean;
  /** It cannot be thrown again in this turn. */
  locked: boolean;
  throws: number;
}

/** Take one die of that face out of the dice; whether there was one. */
function take(dice: number[], face: number): boolean {
  const i = dice.indexOf(face);
  if (i >= 0) dice.splice(i, 1);
  return i >= 0;
}

/**
 * The slots after a position, given those before it.
 *
 * @param fell whether dice have fallen since then.
 */
export function arrange(position: Position, before: Slot[], fell: boolean): Slot[] {
  const { turn, last_roll: last } = position;
  const info = infoOf(position);
  const locked = [...(info.saved ?? [])];
  let lying = [...info.dice];
  let fresh: number[] = [];
  const again = (info.kept?.length ?? 0) + locked.length + (info.rolls ?? 0) > 0;
  if (turn.kind === 'chance' && turn.die === 'pips' && again) {
    lying = [...(info.kept ?? []), ...locked];
    fresh = Array<number>(turn.dice).fill(0);
  } else if (last?.die === 'pips') {
    const rest = [...lying];
    if (lying.length && last.dice.every((face) => take(rest, face))) [lying, fresh] = [rest, [...last.dice]];
  }
  const count = lying.length + fresh.length;
  const slots = Array<Slot | undefined>(count).fill(undefined);
  const place = (i: number, face: number, held: boolean) => {
    const throws = (before[i]?.throws ?? 0) + (fell && !held && face ? 1 : 0);
    slots[i] = { face, held, locked: held && take(locked, face), throws };
  };
  const stay = before.length === count ? before : [];
  const kept = [...lying];
  stay.forEach((slot, i) => {
    if (slot.held && take(kept, slot.face)) place(i, slot.face, true);
  });
  const free = () => slots.indexOf(undefined);
  for (const face of kept) place(free(), face, true);
  for (const face of fresh) place(free(), face, false);
  return slots.flatMap((slot) => slot ?? []);
}

/** Whether the receiver decides something now with the dice that lie there: nothing may take their place. */
export function decidesWith(slots: readonly Slot[], { choices, turn }: Position): boolean {
  return slots.length > 0 && (choices.length > 0 || turn.may_roll);
}
