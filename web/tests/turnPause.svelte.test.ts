import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { turnEndedAutomatically } from '../src/games/kniffeliger/turnEnd';
import { PAUSE_MS, TurnPause } from '../src/lib/table/turnPause.svelte';
import { pauseAfterTurn } from '../src/lib/preferences/switches.svelte';
import { entry, position } from './fixtures';

describe('a turn of Kniffeliger', () => {
  const at = (seat: number, stage: string) => position('kniffeliger', { seat: 0, info: { seat, stage } });
  const move = (seat: number, action: string) => entry(1, 'move', { seat, action });

  test('ends automatically without further choices', () => {
    expect(turnEndedAutomatically([move(0, 'fh')], at(0, 'rolled'), at(1, 'rolling'))).toBe(true);
    expect(turnEndedAutomatically([entry(1, 'roll', { seat: 0 })], at(0, 'action_die'), at(1, 'before'))).toBe(true);
  });

  test('does not end automatically while there are choices, or if the player ends it', () => {
    expect(turnEndedAutomatically([move(0, 'fh')], at(0, 'rolled'), at(0, 'entered'))).toBe(false);
    expect(turnEndedAutomatically([move(0, 'end')], at(0, 'entered'), at(1, 'rolling'))).toBe(false);
  });

  test('of another player is not reported', () => {
    expect(turnEndedAutomatically([move(1, 'fh')], at(1, 'rolled'), at(2, 'rolling'))).toBe(false);
  });
});

describe('a pause', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    pauseAfterTurn.on = true;
  });

  test('lasts until it is ended, or for a moment', () => {
    const ended = vi.fn();
    const pause = new TurnPause(ended);
    const shown = position('kniffeliger');
    pause.start(shown);
    expect(pause.position).toBe(shown);
    pause.end();
    pause.end();
    expect(pause.position).toBeNull();
    expect(ended.mock.calls).toEqual([[shown]]);
    pause.start(shown);
    vi.advanceTimersByTime(PAUSE_MS - 1);
    expect(pause.position).toBe(shown);
    vi.advanceTimersByTime(1);
    expect(pause.position).toBeNull();
    expect(ended).toHaveBeenCalledTimes(2);
  });

  test('can be switched off', () => {
    pauseAfterTurn.on = false;
    const pause = new TurnPause(() => undefined);
    pause.start(position('kniffeliger'));
    expect(pause.position).toBeNull();
  });
});
