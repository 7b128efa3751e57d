import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { News } from '../src/lib/news.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const line = (text: string) => ({ kind: 'line' as const, seat: 1, text });

test('what happens is told one after the other, the last for longest', () => {
  const news = new News();
  news.add([line('one'), line('two')]);
  expect(news.told?.text).toBe('one');
  vi.advanceTimersByTime(2_500);
  expect(news.told?.text).toBe('two');
  vi.advanceTimersByTime(5_999);
  expect(news.told?.text).toBe('two');
  vi.advanceTimersByTime(1);
  expect(news.told).toBeNull();
});

test('what comes meanwhile follows, and what is old by then is left out', () => {
  const news = new News();
  news.add([line('one')]);
  news.add([line('two'), line('three'), line('four'), line('five')]);
  expect(news.told?.text).toBe('two');
});

test('what has been told for long enough gives way to what comes', () => {
  const news = new News();
  news.add([line('one')]);
  vi.advanceTimersByTime(2_000);
  news.add([line('two')]);
  expect(news.told?.text).toBe('one');
  vi.advanceTimersByTime(500);
  expect(news.told?.text).toBe('two');
  vi.advanceTimersByTime(3_000);
  news.add([line('three')]);
  vi.advanceTimersByTime(1);
  expect(news.told?.text).toBe('three');
});

test('who leads is told of the last who does', () => {
  const news = new News();
  const lead = (text: string) => ({ kind: 'lead' as const, seat: 1, text });
  news.add([lead('Ann')]);
  news.add([line('one'), lead('Ben')]);
  expect(news.told?.text).toBe('one');
  vi.advanceTimersByTime(2_500);
  expect(news.told?.text).toBe('Ben');
});

test('places are news for a while', () => {
  const news = new News();
  news.show([{ seat: 1, place: 'c3' }]);
  expect([news.at(1, 'c3'), news.at(0, 'c3')]).toEqual([true, false]);
  vi.advanceTimersByTime(6_000);
  expect(news.at(1, 'c3')).toBe(false);
});

test('a place stays news when something happens elsewhere, but not when its sheet goes', () => {
  const news = new News();
  news.show([{ seat: 1, place: 'fh.1' }]);
  vi.advanceTimersByTime(3_000);
  news.show([{ seat: 0, place: 'ch.0' }], [{ from: 1, to: 0, row: 'ch' }]);
  expect([news.at(1, 'fh.1'), news.at(0, 'ch.0')]).toEqual([true, true]);
  vi.advanceTimersByTime(3_000);
  expect([news.at(1, 'fh.1'), news.at(0, 'ch.0')]).toEqual([false, true]);
  news.show([{ seat: 0, place: 'fh.0' }], [{ from: 1, to: 0 }]);
  expect([news.at(0, 'ch.0'), news.at(0, 'fh.0')]).toEqual([false, true]);
});
