import { describe, expect, test } from 'vitest';
import { fitSideSheets } from '../src/components/game/fitSideSheets';

const size = { min: { width: 100, height: 120 }, full: { width: 300, height: 300 } };

describe('small sheets fitSideSheets one that matters', () => {
  test('are in one column while they are legible', () => {
    expect(fitSideSheets(1, { width: 500, height: 300 }, size)).toEqual({ shown: 1, columns: 1, width: 188 });
    expect(fitSideSheets(2, { width: 500, height: 300 }, size)).toEqual({ shown: 2, columns: 1, width: 120 });
  });

  test('use another column only if the main sheet keeps its width', () => {
    expect(fitSideSheets(4, { width: 470, height: 300 }, size)).toEqual({ shown: 4, columns: 2, width: 212 });
    expect(fitSideSheets(4, { width: 420, height: 300 }, size)).toEqual({ shown: 2, columns: 1, width: 108 });
  });

  test('are not shown if they would be illegible', () => {
    expect(fitSideSheets(1, { width: 340, height: 300 }, size)).toBeNull();
    expect(fitSideSheets(1, { width: 500, height: 110 }, size)).toBeNull();
    expect(fitSideSheets(0, { width: 500, height: 300 }, size)).toBeNull();
  });
});
