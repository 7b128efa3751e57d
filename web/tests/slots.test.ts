import { expect, test } from 'vitest';
import { arrangeDice, type Slot } from '../src/dice/slots';
import type { Position } from '../src/wire';
import { position, turn } from './fixtures';

const rolled = (dice: number[], fell: number[], seq = 1, more: Record<string, unknown> = {}): Position =>
  position('knoeffel', {
    info: { round: 1, dice, ...more },
    last_roll: { seq, seat: 0, dice: fell, die: 'pips' },
  });
const falling = (kept: number[], dice: number, more: Record<string, unknown> = {}): Position =>
  position('knoeffel', { turn: turn({ kind: 'chance', dice, seat: 0 }), info: { round: 1, dice: [], kept, ...more } });
const faces = (slots: Slot[]) => slots.map(({ face }) => face);
const held = (slots: Slot[]) => slots.map((slot) => slot.held);
const hold = (slots: Slot[], ...places: number[]) =>
  slots.map((slot, i) => ({ ...slot, held: places.includes(i) || slot.held }));

test('dice that have just fallen lie as they fell, none of them held', () => {
  const slots = arrangeDice(rolled([1, 2, 5, 5, 6], [5, 1, 6, 2, 5]), [], true);
  expect(faces(slots)).toEqual([5, 1, 6, 2, 5]);
  expect(slots.every((slot) => !slot.held && !slot.locked && slot.throws === 1)).toBe(true);
});

test('dice that are kept stay in their places, the others fall around them', () => {
  const first = hold(arrangeDice(rolled([1, 2, 5, 5, 6], [5, 1, 6, 2, 5]), [], true), 0, 4);
  const between = arrangeDice(falling([5, 5], 3), first, false);
  expect(faces(between)).toEqual([5, 0, 0, 0, 5]);
  expect(held(between)).toEqual([true, false, false, false, true]);
  const second = arrangeDice(rolled([3, 4, 5, 5, 5], [4, 5, 3], 2), between, true);
  expect(faces(second)).toEqual([5, 4, 5, 3, 5]);
  expect(held(second)).toEqual([true, false, false, false, true]);
  expect(second.map(({ throws }) => throws)).toEqual([1, 2, 2, 2, 1]);
});

test('which of two equal dice is kept is what the player chose', () => {
  const first = hold(arrangeDice(rolled([2, 2, 3, 4, 6], [2, 3, 4, 6, 2]), [], true), 4);
  expect(held(arrangeDice(falling([2], 4), first, false))).toEqual([false, false, false, false, true]);
});

test('who comes later sees kept dice first', () => {
  expect(faces(arrangeDice(falling([3, 3], 3), [], false))).toEqual([3, 3, 0, 0, 0]);
});

test('saved dice are locked, as many as were saved', () => {
  const slots = arrangeDice(rolled([1, 4, 4, 4, 6], [1, 4, 6], 2, { saved: [4, 4] }), [], false);
  expect(slots.filter((slot) => slot.locked).map(({ face }) => face)).toEqual([4, 4]);
  expect(slots.filter((slot) => slot.held && !slot.locked)).toEqual([]);
});

test('dice of a roll before are not mistaken for fallen ones', () => {
  const slots = arrangeDice(rolled([1, 2], [6, 6]), [], false);
  expect(faces(slots)).toEqual([1, 2]);
  expect(held(slots)).toEqual([true, true]);
});

test('the tray is empty before the first roll and after an entry', () => {
  expect(arrangeDice(falling([], 5, { kept: undefined }), [], false)).toEqual([]);
  const before = arrangeDice(rolled([1, 2, 5, 5, 6], [5, 1, 6, 2, 5]), [], true);
  expect(arrangeDice(rolled([], [5, 1, 6, 2, 5]), before, false)).toEqual([]);
});

test('on the devices of the others kept dice stay where they fell', () => {
  const seen = arrangeDice(rolled([1, 2, 5, 5, 6], [5, 1, 6, 2, 5]), [], true);
  const between = arrangeDice(falling([5, 6], 3), seen, false);
  expect(faces(between)).toEqual([5, 0, 6, 0, 0]);
  expect(faces(arrangeDice(rolled([3, 4, 4, 5, 6], [4, 3, 4], 2), between, true))).toEqual([5, 4, 6, 3, 4]);
});
