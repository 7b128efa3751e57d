import { sheetOf } from '../../lib/game/position';
import { tableSquares, type Square } from '../../sheet/squares';
import type { Position } from '../../wire';
import type { KniffeligerSheet } from './types';

/** The rows of both halves. */
export function squares(position: Position, seat: number): Square[][] {
  return tableSquares(sheetOf<KniffeligerSheet>(position, seat)?.rows ?? {});
}
