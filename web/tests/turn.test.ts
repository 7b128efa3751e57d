import { expect, test } from 'vitest';
import { ownTurn } from '../src/lib/turn';
import { position, turn } from './made';

const at = (phase: string, seats: number[]) =>
  position('kniffeliger', { seat: 1, info: { round: 2, phase }, turn: turn({ seats }) });

test('every turn of a round is announced, one straight after the other too', () => {
  const main = ownTurn(at('main', [1]), ['Ann', 'Ben']);
  expect(main).not.toBeNull();
  expect(ownTurn(at('shifting', [1]), ['Ann', 'Ben'])).not.toBe(main);
  expect(ownTurn(at('shifting', [0]), ['Ann', 'Ben'])).toBeNull();
});
