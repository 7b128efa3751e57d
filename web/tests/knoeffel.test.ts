import { describe, expect, it } from 'vitest';
import {
  type FreeRolls,
  type KnoeffelColumn,
  pointsAtRiskIn,
  pointsAtRiskOf,
  usedFreeRolls,
} from '../src/games/knoeffel/types';

const column = (filled: boolean, used: number | null): KnoeffelColumn => ({
  fields: { '1s': filled ? 3 : null, ch: 20 },
  upper: 0,
  bonus: 0,
  free_rolls_used: used,
  free_roll_points: used === null ? null : 15 - 5 * used,
  joker_points: null,
  total: 0,
});

const rules = (shared: boolean): FreeRolls => ({ free_roll_values: [15, 10, 5, 0], free_rolls_shared: shared });

describe('free rolls', () => {
  it('of each column end with that column', () => {
    const sheet = { columns: [column(true, 1), column(false, 2)], total: 0 };
    expect(sheet.columns.map((each) => pointsAtRiskIn(sheet, each, rules(false)))).toEqual([0, 5]);
    expect(pointsAtRiskOf(sheet, rules(false))).toBe(5);
    expect(usedFreeRolls(sheet, rules(false))).toEqual([2]);
  });

  it('of a whole sheet last until all columns are full', () => {
    const sheet = { columns: [column(true, 1), column(false, null)], total: 0 };
    expect(sheet.columns.map((each) => pointsAtRiskIn(sheet, each, rules(true)))).toEqual([10, 0]);
    expect(pointsAtRiskOf(sheet, rules(true))).toBe(10);
    expect(usedFreeRolls(sheet, rules(true))).toEqual([1]);
  });

  it('of a whole sheet with a field in each column can be lost once', () => {
    const sheet = { columns: [column(false, 1), column(false, 0), column(true, 0)], total: 0 };
    expect(sheet.columns.map((each) => pointsAtRiskIn(sheet, each, rules(true)))).toEqual([10, 10, 0]);
    expect(pointsAtRiskOf(sheet, rules(true))).toBe(10);
    expect(usedFreeRolls(sheet, rules(true))).toEqual([1, 0]);
    const spent = { columns: [column(false, 1), column(false, 2)], total: 0 };
    expect(pointsAtRiskOf(spent, rules(true))).toBe(0);
    expect(usedFreeRolls(spent, rules(true))).toEqual([]);
  });
});
