import { describe, expect, test } from 'vitest';
import { deduced, isSettled } from '../src/lib/paper/sameNumbers';

/** Cells with these texts; "7?2" is a 7 that may be a 2. */
const cellsOf = (...texts: string[]) =>
  Object.fromEntries(
    texts.map((text, i) => {
      const [first = '', other] = text.split('?');
      const candidates = [
        { text: first, probability: 0.9 },
        { text: other ?? '', probability: 0.1 },
      ];
      return [`a${i + 1}`, { text: first, candidates, sure: other === undefined, picture: '' }];
    }),
  );

describe('the numbers of a settled sheet', () => {
  const settled = cellsOf('7', '2', '9', '9');

  test('decide about doubtful places of another one', () => {
    expect(deduced(cellsOf('9', '7?2', '9', '2?7'), settled)).toEqual({ a2: '7', a4: '2' });
    expect(deduced(cellsOf('9', '7?2', '9', '7'), settled)).toEqual({ a2: '2' });
  });

  test('leave a doubt where both ways are likely', () => {
    expect(deduced(cellsOf('9', '7?2', '9', '7?2'), settled)).toEqual({});
  });

  test('decide nothing if the sheets contradict each other, or if one has other places', () => {
    expect(deduced(cellsOf('5', '7?2', '9', '2'), settled)).toEqual({});
    expect(deduced(cellsOf('7?2', '9', '2'), settled)).toEqual({});
  });
});

test('a sheet is settled when all its places are filled and sure', () => {
  const total = { total: cellsOf('40')['a1']! };
  expect(isSettled({ ...cellsOf('7', '2'), ...total }, 2)).toBe(true);
  expect(isSettled(cellsOf('7', ''), 2)).toBe(false);
  expect(isSettled(cellsOf('7', '2?7'), 2)).toBe(false);
});
