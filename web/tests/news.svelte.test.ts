import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { News } from '../src/lib/news.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const line = (text: string) => ({ kind: 'line' as const, text });

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

test('who leads is told of the last who does', () => {
  const news = new News();
  const lead = (text: string) => ({ kind: 'lead' as const, text });
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
