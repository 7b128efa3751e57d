import { expect, test } from 'vitest';
import { ownTurnKey } from '../src/lib/table/turnText';
import { position, turn } from './fixtures';

const at = (phase: string, seats: number[]) =>
  position('kniffeliger', { seat: 1, info: { round: 2, phase }, turn: turn({ seats }) });

test('every turn of a round is announced, one straight after the other too', () => {
  const main = ownTurnKey(at('main', [1]), ['Ann', 'Ben']);
  expect(main).not.toBeNull();
  expect(ownTurnKey(at('shifting', [1]), ['Ann', 'Ben'])).not.toBe(main);
  expect(ownTurnKey(at('shifting', [0]), ['Ann', 'Ben'])).toBeNull();
});
