// The places of dice in the tray: kept dice stay in their place, rolled ones take the others.
import { infoOf } from '../lib/game/position';
import type { Position } from '../wire';

export interface Slot {
  /** 0: not rolled yet. */
  face: number;
  /** Kept for the next roll. */
  held: boolean;
  /** Saved for the rest of the turn. */
  locked: boolean;
  throws: number;
}

/** Remove one die with this face; returns whether there was one. */
function take(dice: number[], face: number): boolean {
  const i = dice.indexOf(face);
  if (i >= 0) dice.splice(i, 1);
  return i >= 0;
}

/** Arrange the dice of a position, given the slots before it; `rolled` is true if dice were rolled since then. */
export function arrangeDice(position: Position, before: Slot[], rolled: boolean): Slot[] {
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
    const throws = (before[i]?.throws ?? 0) + (rolled && !held && face ? 1 : 0);
    slots[i] = { face, held, locked: held && take(locked, face), throws };
  };
  const stay = before.length === count ? before : [];
  const kept = [...lying];
  stay.forEach((slot, i) => {
    if (slot.held && take(kept, slot.face)) place(i, slot.face, true);
  });
  const free = () => slots.indexOf(undefined);
  // On the devices of the others, too, kept dice stay where they fell.
  for (const face of kept) {
    const lay = stay.findIndex((slot, i) => slot.face === face && slots[i] === undefined);
    place(lay < 0 ? free() : lay, face, true);
  }
  for (const face of fresh) place(free(), face, false);
  return slots.flatMap((slot) => slot ?? []);
}

/** True if the receiver decides about these dice now, so that nothing may replace them. */
export function areDecidedNow(slots: readonly Slot[], { choices, turn }: Position): boolean {
  return slots.length > 0 && (choices.length > 0 || turn.may_roll);
}
