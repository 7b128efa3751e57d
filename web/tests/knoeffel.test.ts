import { describe, expect, it } from 'vitest';
import { type KnoeffelColumn, usedFreeRolls, pointsAtRiskIn } from '../src/games/knoeffel/types';

const column = (filled: boolean, used: number | null): KnoeffelColumn => ({
  fields: { '1s': filled ? 3 : null, ch: 20 },
  upper: 0,
  bonus: 0,
  free_rolls_used: used,
  free_roll_points: used === null ? null : 15 - 5 * used,
  total: 0,
});

describe('free rolls', () => {
  it('of each column end with that column', () => {
    const sheet = { columns: [column(true, 1), column(false, 2)], total: 0 };
    expect(sheet.columns.map((each) => pointsAtRiskIn(sheet, each))).toEqual([0, 5]);
    expect(usedFreeRolls(sheet, 3)).toEqual([2]);
  });

  it('of a whole sheet last until all columns are full', () => {
    const sheet = { columns: [column(true, 1), column(false, null)], total: 0 };
    expect(sheet.columns.map((each) => pointsAtRiskIn(sheet, each))).toEqual([10, 0]);
    expect(usedFreeRolls(sheet, 3)).toEqual([1]);
  });
});
