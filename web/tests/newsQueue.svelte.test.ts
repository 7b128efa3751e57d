import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NewsQueue } from '../src/lib/game/newsQueue.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const line = (text: string) => ({ kind: 'line' as const, seat: 1, text });

test('items are shown one after another, the last one longest', () => {
  const queue = new NewsQueue();
  queue.add([line('one'), line('two')]);
  expect(queue.current?.text).toBe('one');
  vi.advanceTimersByTime(2_500);
  expect(queue.current?.text).toBe('two');
  vi.advanceTimersByTime(5_999);
  expect(queue.current?.text).toBe('two');
  vi.advanceTimersByTime(1);
  expect(queue.current).toBeNull();
});

test('only the latest items wait', () => {
  const queue = new NewsQueue();
  queue.add([line('one')]);
  queue.add([line('two'), line('three'), line('four'), line('five')]);
  expect(queue.current?.text).toBe('two');
});

test('a new item replaces one that was shown long enough', () => {
  const queue = new NewsQueue();
  queue.add([line('one')]);
  vi.advanceTimersByTime(2_000);
  queue.add([line('two')]);
  expect(queue.current?.text).toBe('one');
  vi.advanceTimersByTime(500);
  expect(queue.current?.text).toBe('two');
  vi.advanceTimersByTime(3_000);
  queue.add([line('three')]);
  vi.advanceTimersByTime(1);
  expect(queue.current?.text).toBe('three');
});

test('a new lead replaces a waiting one', () => {
  const queue = new NewsQueue();
  const lead = (text: string) => ({ kind: 'lead' as const, seat: 1, text });
  queue.add([lead('Ann')]);
  queue.add([line('one'), lead('Ben')]);
  expect(queue.current?.text).toBe('one');
  vi.advanceTimersByTime(2_500);
  expect(queue.current?.text).toBe('Ben');
});

test('changed places are marked for a while', () => {
  const queue = new NewsQueue();
  queue.showChanges([{ seat: 1, place: 'c3' }]);
  expect([queue.hasChanged(1, 'c3'), queue.hasChanged(0, 'c3')]).toEqual([true, false]);
  vi.advanceTimersByTime(6_000);
  expect(queue.hasChanged(1, 'c3')).toBe(false);
});

test('a mark stays when other places change, but not when its sheet moves', () => {
  const queue = new NewsQueue();
  queue.showChanges([{ seat: 1, place: 'fh.1' }]);
  vi.advanceTimersByTime(3_000);
  queue.showChanges([{ seat: 0, place: 'ch.0' }], [{ from: 1, to: 0, row: 'ch' }]);
  expect([queue.hasChanged(1, 'fh.1'), queue.hasChanged(0, 'ch.0')]).toEqual([true, true]);
  vi.advanceTimersByTime(3_000);
  expect([queue.hasChanged(1, 'fh.1'), queue.hasChanged(0, 'ch.0')]).toEqual([false, true]);
  queue.showChanges([{ seat: 0, place: 'fh.0' }], [{ from: 1, to: 0 }]);
  expect([queue.hasChanged(0, 'ch.0'), queue.hasChanged(0, 'fh.0')]).toEqual([false, true]);
});
