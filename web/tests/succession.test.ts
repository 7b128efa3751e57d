// Which of two phones that both lead a table goes on.
import { expect, test } from 'vitest';
import type { Claim } from '../src/lib/phones/notes';
import { goesTo } from '../src/lib/phones/succession';

const claim = (leads: string, guests: string[], lines: number): Claim => ({ leads, guests, lines });

test.each([
  ['more guests', claim('a', ['x'], 90), claim('b', ['y', 'z'], 20), 'b'],
  // The old host still counts those who have gone to the new one, and the new one itself.
  ['guests of both count for neither', claim('old', ['new', 'x', 'y'], 20), claim('new', ['x', 'y'], 21), 'new'],
  ['an old host that is back has no guests', claim('old', [], 90), claim('new', ['x'], 21), 'new'],
  ['the longer log', claim('a', [], 20), claim('b', [], 21), 'b'],
  ['the smaller id', claim('a', [], 20), claim('b', [], 20), 'a'],
])('of two hosts one goes on: %s', (_, one, two, winner) => {
  expect(goesTo(one, two) ? two.leads : one.leads).toBe(winner);
  // Both decide in the same way.
  expect(goesTo(two, one) ? one.leads : two.leads).toBe(winner);
});
