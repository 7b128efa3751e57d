// The own entries, which are entered again when another device leads the table on.
import { expect, test } from 'vitest';
import { keepEntry, keptEntries } from '../src/lib/phones/ownEntries';
import type { MakeMove, Position } from '../src/wire';

const entry: MakeMove = { type: 'move', id: '1', at: 0, action: 'a1' };
const position = (seat: number) => ({ at: 0, seat, last_roll: null }) as unknown as Position;

test('an entry belongs to its seat, also if the device is handed to the next person', () => {
  keepEntry('TABLE', entry, position(0));
  expect(keptEntries('TABLE', position(1))).toEqual([]);
  expect(keptEntries('OTHER', position(0))).toEqual([]);
  expect(keptEntries('TABLE', position(0))).toEqual([entry]);
});
