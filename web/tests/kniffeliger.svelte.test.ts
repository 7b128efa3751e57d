import { expect, test, vi } from 'vitest';
import { gameSheets } from '../src/games/sheets';
import ActionHand from '../src/games/kniffeliger/ActionHand.svelte';
import kniffeliger from '../src/games/kniffeliger/example';
import { position } from './fixtures';
import { mountHere } from './mounted';

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gil', 'Hal'];
const of = (players: number) =>
  position('kniffeliger', {
    ...structuredClone(kniffeliger),
    seat: 0,
    sheets: Array(players).fill(kniffeliger.sheets[0]),
  });

/** The names above the columns of the first half, on a sheet of this width. */
function heads(players: number, preferredSeat: number, width: number): string[] {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  const props = { position: of(players), seat: 0, own: true, active: false, hints: false, names: NAMES, act: () => {} };
  mountHere(gameSheets['kniffeliger']!, { ...props, preferredSeat });
  const table = document.querySelector('[role=table]')!;
  return [...table.querySelectorAll('.head')].map((head) => head.textContent!.trim());
}

test('with many others on a phone, only the own sheet and the chosen one are shown', () => {
  expect(heads(8, 5, 336)).toEqual(['you', 'Finn']);
});

test('with up to three others all are shown', () => {
  expect(heads(4, 3, 336)).toEqual(['you', 'Ben', 'Cleo', 'Dan']);
});

test('with room for all of them, many are shown', () => {
  expect(heads(8, 5, 900)).toHaveLength(8);
});

test('the names of several players are not in a row above their columns', () => {
  heads(4, 3, 336);
  expect(document.querySelector('.paper header')?.textContent).not.toContain('Ben');
});

test('action dice have names', () => {
  mountHere(ActionHand, { position: of(2), names: NAMES, act: () => {} });
  const words = [...document.querySelectorAll('[data-die] .word')].map((word) => word.textContent);
  expect(words).toEqual(['Steal', 'Freeze', 'Cross out', 'Shift', 'Swap']);
});
