import { sheetOf } from '../../lib/game/position';
import { tableSquares, type Square } from '../../sheet/squares';
import type { Position } from '../../wire';
import type { KnoeffelSheet } from './types';

/** For each column, the fields of its halves. */
export function squares(position: Position, seat: number): Square[][] {
  return (sheetOf<KnoeffelSheet>(position, seat)?.columns ?? []).flatMap(({ fields }) => tableSquares(fields));
}
