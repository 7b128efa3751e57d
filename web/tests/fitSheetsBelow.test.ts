import { describe, expect, test } from 'vitest';
import { fitSheetsBelow } from '../src/components/game/fitSheetsBelow';

describe('small sheets below a pad', () => {
  test('are as large as the free height allows', () => {
    expect(fitSheetsBelow(1, { width: 360, height: 564 })).toEqual({ shown: 1, width: 102, height: 128 });
    expect(fitSheetsBelow(1, { width: 360, height: 864 })).toEqual({ shown: 1, width: 140, height: 166 });
  });

  test('share the width, and only as many are shown as can be read', () => {
    expect(fitSheetsBelow(3, { width: 360, height: 664 })).toEqual({ shown: 3, width: 112, height: 138 });
    expect(fitSheetsBelow(5, { width: 366, height: 664 })).toEqual({ shown: 4, width: 82, height: 108 });
  });

  test('are not shown if the pad needs the height', () => {
    expect(fitSheetsBelow(1, { width: 360, height: 543 })).toBeNull();
    expect(fitSheetsBelow(0, { width: 360, height: 664 })).toBeNull();
  });
});
