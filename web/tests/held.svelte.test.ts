import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endedByItself } from '../src/games/kniffeliger/turn';
import { Held, LINGER, setHoldsTurns } from '../src/lib/held.svelte';
import { entry, position } from './made';

describe('a turn of Kniffeliger', () => {
  const at = (seat: number, stage: string) => position('kniffeliger', { seat: 0, info: { seat, stage } });
  const move = (seat: number, action: string) => entry(1, 'move', { seat, action });

  test('ends by itself when nothing is left to choose', () => {
    expect(endedByItself([move(0, 'fh')], at(0, 'rolled'), at(1, 'rolling'))).toBe(true);
    expect(endedByItself([entry(1, 'roll', { seat: 0 })], at(0, 'action_die'), at(1, 'before'))).toBe(true);
  });

  test('goes on while something is left, and is over when one ended it', () => {
    expect(endedByItself([move(0, 'fh')], at(0, 'rolled'), at(0, 'entered'))).toBe(false);
    expect(endedByItself([move(0, 'end')], at(0, 'entered'), at(1, 'rolling'))).toBe(false);
  });

  test('of somebody else is none of one’s own', () => {
    expect(endedByItself([move(1, 'fh')], at(1, 'rolled'), at(2, 'rolling'))).toBe(false);
  });
});

describe('what is held', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    setHoldsTurns(true);
  });

  test('is there until it is released, or for a moment', () => {
    const released = vi.fn();
    const held = new Held(released);
    const seen = position('kniffeliger');
    held.hold(seen);
    expect(held.position).toBe(seen);
    held.release();
    held.release();
    expect(held.position).toBeNull();
    expect(released.mock.calls).toEqual([[seen]]);
    held.hold(seen);
    vi.advanceTimersByTime(LINGER - 1);
    expect(held.position).toBe(seen);
    vi.advanceTimersByTime(1);
    expect(held.position).toBeNull();
    expect(released).toHaveBeenCalledTimes(2);
  });

  test('is nothing where one does not want to wait', () => {
    setHoldsTurns(false);
    const held = new Held(() => undefined);
    held.hold(position('kniffeliger'));
    expect(held.position).toBeNull();
  });
});
