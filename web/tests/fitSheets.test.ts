import { describe, expect, test } from 'vitest';
import { fitSheets } from '../src/components/game/fitSheets';

const least = { width: 100, height: 120 };

describe('sheets side by side', () => {
  test('are as large as they can be', () => {
    expect(fitSheets(4, { width: 500, height: 600 }, least)).toMatchObject({ columns: 2, rows: 2, first: 'even' });
    expect(fitSheets(4, { width: 900, height: 200 }, least)).toMatchObject({ columns: 4, rows: 1, first: 'even' });
    expect(fitSheets(2, { width: 300, height: 800 }, least)).toMatchObject({ columns: 1, rows: 2, first: 'even' });
  });

  test('of an odd number leave none alone but the first', () => {
    expect(fitSheets(5, { width: 300, height: 600 }, least)).toMatchObject({ columns: 2, rows: 2, first: 'above' });
    expect(fitSheets(5, { width: 600, height: 400 }, least)).toMatchObject({ columns: 2, rows: 2, first: 'beside' });
    expect(fitSheets(3, { width: 300, height: 300 }, least)).toMatchObject({ columns: 2, rows: 1, first: 'above' });
  });

  test('are not shown where they could not be read', () => {
    expect(fitSheets(5, { width: 300, height: 300 }, least)).toBeNull();
    expect(fitSheets(1, { width: 90, height: 300 }, least)).toBeNull();
  });
});
