import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import DiceTray from '../src/dice/DiceTray.svelte';
import { setSoundSettings } from '../src/lib/ui/sound.svelte';
import type { Position } from '../src/wire';
import { choice, position, turn } from './fixtures';
import { mountHere } from './mounted';

/** Show another position. */
let next: (position: Position) => void;

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  vi.useRealTimers();
});

const dice = () => document.querySelectorAll('[data-testid^="die-"]').length;
const actionDie = () => document.querySelector('[data-testid="action-die"]');

/** Kniffeliger: Ann's turn after Ben has earned an action die; no other dice are rolled yet. */
const earned = position('kniffeliger', {
  at: 8,
  seat: 0,
  turn: turn({ kind: 'chance', dice: 5, seat: 0, seats: [], may_roll: true }),
  info: { round: 2, phase: 'main', seat: 0, dice: [], saved: [], rolls: 0, rolls_left: 3 },
  last_roll: { seq: 8, seat: 1, dice: [2], die: 'action' },
});

/** The position after the next roll, by this seat. */
const rolled = (seat: number): Position => ({
  ...earned,
  at: 9,
  turn: turn({ seats: [seat] }),
  info: { ...earned.info, seat, dice: [1, 2, 3, 4, 6], rolls: 1, rolls_left: 2 },
  choices: seat === 0 ? [choice('ch', { writes: 16 }), choice('k')] : [],
  last_roll: { seq: 9, seat, dice: [1, 2, 3, 4, 6], die: 'pips' },
});

const roll = vi.fn();

/** Show a tray with positions in quick succession. */
function show(...positions: Position[]): void {
  const props = $state({
    position: { ...earned, at: 1, last_roll: null } as Position,
    names: ['Ann', 'Ben'],
    hints: false,
    realDice: false,
    act: () => undefined,
    roll,
    muted: true,
  });
  mountHere(DiceTray, props);
  next = (position) => {
    props.position = position;
    flushSync();
  };
  positions.forEach(next);
}

test('another player’s action die is shown until the next roll', () => {
  show(earned);
  expect(actionDie()).not.toBeNull();
});

test('dice to decide about are shown immediately', () => {
  show(earned, rolled(0));
  expect(actionDie()).toBeNull();
  expect(dice()).toBe(5);
});

test('the action die does not return after the decision', () => {
  show(earned, rolled(0), { ...rolled(1), at: 10, turn: turn({ kind: 'decide', seats: [1] }) });
  expect(actionDie()).toBeNull();
});

test('without a decision, the action die is shown for a while before the dice', () => {
  show(earned, rolled(1));
  expect(actionDie()).not.toBeNull();
  vi.advanceTimersByTime(2_000);
  flushSync();
  expect(actionDie()).toBeNull();
  expect(dice()).toBe(5);
});

test('a roll that is wanted before the dice are fixed happens as soon as they are', () => {
  const dice = { commitment: '', promised: null, players: 0, awaited: false, message: null, fixed: false, seed: null };
  const waiting = { ...earned, dice, turn: turn({ kind: 'chance', dice: 5, seat: 0, seats: [], may_roll: false }) };
  // The key would allow sounds, which this environment does not have.
  setSoundSettings({ muted: true });
  show(waiting);
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'r', bubbles: true }));
  flushSync();
  expect(roll).not.toHaveBeenCalled();
  next({ ...earned, dice: { ...dice, fixed: true } });
  expect(roll).toHaveBeenCalledOnce();
});

/** Knister: two dice were thrown, whose sum is entered. */
const thrown = (seq: number, faces: [number, number]): Position =>
  position('knister', {
    at: seq,
    seat: 0,
    turn: turn({ seats: [0] }),
    info: { round: seq, dice: faces, number: faces[0] + faces[1] },
    last_roll: { seq, seat: 0, dice: faces, die: 'pips' },
  });

test('a throw keeps the elements of dice that were thrown before', () => {
  const elements = () => [...document.querySelectorAll('.dice *')].filter((each) => !each.matches('.sum span'));
  show(thrown(1, [1, 2]), thrown(2, [3, 4]));
  const before = elements();
  // Two cubes of six sides.
  expect(before.length).toBeGreaterThan(36);
  next(thrown(3, [5, 6]));
  expect(elements().map((each, i) => each === before[i])).toEqual(before.map(() => true));
  expect([...document.querySelectorAll<HTMLElement>('.die')].map(({ dataset }) => dataset.face)).toEqual(['5', '6']);
  expect(document.querySelectorAll('.cube.tumbling')).toHaveLength(2);
  expect(document.querySelectorAll('.side.away')).toHaveLength(2);
  for (const cube of document.querySelectorAll('.cube'))
    cube.dispatchEvent(new Event('animationend', { bubbles: true }));
  flushSync();
  expect(document.querySelectorAll('.tumbling, .away')).toHaveLength(0);
});
