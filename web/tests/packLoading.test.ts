import { beforeEach, expect, test, vi } from 'vitest';
import { isUnmetered } from '../src/lib/app/packLoading';

let mouse: boolean;

const network = (connection?: { type?: string; saveData?: boolean }) =>
  vi.stubGlobal('navigator', { ...navigator, connection });

beforeEach(() => {
  mouse = false;
  vi.stubGlobal('matchMedia', () => ({ matches: mouse }));
  return () => vi.unstubAllGlobals();
});

test.each([
  [{ type: 'wifi' }, false, true],
  [{ type: 'ethernet' }, true, true],
  [{ type: 'cellular' }, true, false],
  [{ type: 'wifi', saveData: true }, true, false],
  [{ type: 'unknown' }, true, false],
  [{}, true, true],
  [{}, false, false],
  [undefined, true, true],
  [undefined, false, false],
])('a network %j, with a mouse: %s, is unmetered: %s', (connection, hasMouse, unmetered) => {
  mouse = hasMouse;
  network(connection);
  expect(isUnmetered()).toBe(unmetered);
});
