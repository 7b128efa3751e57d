import { sheetOf } from '../../lib/game/position';
import { cellsOf, LINES } from '../../sheet/cells';
import { gridSquares, type Square } from '../../sheet/squares';
import type { Position } from '../../wire';
import type { KnisterSheet } from './types';

/** The points of a row and a column that are much together. */
const MUCH = 8;

/** The cells by the points of the lines through them. */
export function squares(position: Position, seat: number): Square[][] {
  const lines = sheetOf<KnisterSheet>(position, seat)?.lines ?? {};
  const points = (cell: string) =>
    LINES.filter((line) => cellsOf(line).includes(cell)).reduce((sum, line) => sum + (lines[line] ?? 0), 0);
  return gridSquares((cell) => (points(cell) >= MUCH ? 2 : Math.min(points(cell), 1)));
}
