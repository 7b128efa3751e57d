import { describe, expect, test } from 'vitest';
import { beside } from '../src/pages/table/beside';

const needs = { least: { width: 100, height: 120 }, full: { width: 300, height: 300 } };

describe('small sheets beside one that matters', () => {
  test('lie below one another as long as they can be read', () => {
    expect(beside(1, { width: 500, height: 300 }, needs)).toEqual({ shown: 1, columns: 1, width: 188 });
    expect(beside(2, { width: 500, height: 300 }, needs)).toEqual({ shown: 2, columns: 1, width: 120 });
  });

  test('take another column for more of them, and leave the sheet that matters its room', () => {
    expect(beside(4, { width: 470, height: 300 }, needs)).toEqual({ shown: 4, columns: 2, width: 212 });
    expect(beside(4, { width: 420, height: 300 }, needs)).toEqual({ shown: 2, columns: 1, width: 108 });
  });

  test('are not shown where they could not be read', () => {
    expect(beside(1, { width: 340, height: 300 }, needs)).toBeNull();
    expect(beside(1, { width: 500, height: 110 }, needs)).toBeNull();
    expect(beside(0, { width: 500, height: 300 }, needs)).toBeNull();
  });
});
