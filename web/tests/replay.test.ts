import { describe, expect, test } from 'vitest';
import { Replay } from '../src/lib/records/replay';
import type { LogEntry, Replay as Header, Step } from '../src/wire';
import { entry as entryAt, turn } from './fixtures';

const entry = (kind: string, more: Partial<LogEntry> = {}): LogEntry => entryAt(0, kind, more);

const step = (at: number, more: Partial<Step> = {}): Step => ({
  at,
  entry: entry(at ? 'move' : 'start'),
  turn: turn(),
  info: { round: at },
  sheets: {},
  scores: {},
  noted: null,
  ...more,
});

const header: Header = {
  number: 1,
  game: 'knister',
  options: {},
  simultaneous: true,
  names: ['Ann', 'Ben'],
  seat: null,
  since: 0,
};

const replay = Replay.parse(
  [
    header,
    step(0, { sheets: { 0: { total: 0 } }, scores: { 0: 0 } }),
    step(0, { sheets: { 1: { total: 0 } }, scores: { 1: 0 } }),
    step(1, { entry: entry('roll', { seat: 1, dice: [3, 4], die: 'pips' }) }),
    step(2, { entry: entry('move', { seat: 0, auto: true }), sheets: { 0: { total: 3 } }, scores: { 0: 3 } }),
    step(3, { sheets: { 1: { total: 1 } }, scores: { 1: 1 } }),
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
);

describe('a replay', () => {
  test('joins lines with the same number to one step', () => {
    expect([replay.events, replay.end]).toEqual([3, 4]);
    expect(replay.positionAt(0).sheets).toEqual([{ total: 0 }, { total: 0 }]);
  });

  test('has every position, in any order', () => {
    expect(replay.positionAt(3).scores).toEqual([3, 1]);
    expect(replay.positionAt(2).scores).toEqual([3, 0]);
    expect(replay.positionAt(2).sheets).toEqual([{ total: 3 }, { total: 0 }]);
    expect(replay.positionAt(3).info).toEqual({ round: 3 });
    expect(() => replay.positionAt(4)).toThrow(RangeError);
  });

  test('shows a move in the position before it, and the result of the last one at the end', () => {
    expect(replay.shownAt(1).last_roll?.dice).toEqual([3, 4]);
    expect([2, 3, 4].map((at) => replay.shownAt(at).scores)).toEqual([
      [0, 0],
      [3, 0],
      [3, 1],
    ]);
    expect(replay.shownAt(2).last_roll?.dice).toEqual([3, 4]);
    expect([3, 4].map((at) => replay.entryAt(at).kind)).toEqual(['move', 'rest']);
    expect(replay.notedAt(4)).toBeNull();
  });

  test('knows the last roll', () => {
    expect(replay.positionAt(0).last_roll).toBeNull();
    expect(replay.positionAt(3).last_roll).toEqual({ seq: 1, seat: 1, dice: [3, 4], die: 'pips' });
  });

  test('adds the game to entries and hides automatic moves', () => {
    expect(replay.entryAt(2)).toMatchObject({ game: 'knister', auto: false });
  });
});
