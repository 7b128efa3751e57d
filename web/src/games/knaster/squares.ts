import { sheetOf } from '../../lib/game/position';
import { LINES, type LineName } from '../../sheet/cells';
import { gridSquares, linesThrough, type Square } from '../../sheet/squares';
import type { Position } from '../../wire';

interface KnasterSheet {
  circled: string[];
  lines: Record<LineName, number | null>;
}

/** The circled cells, and those in circled lines. */
export function squares(position: Position, seat: number): Square[][] {
  const { circled, lines } = sheetOf<KnasterSheet>(position, seat) ?? { circled: [], lines: {} };
  const complete = LINES.filter((line) => lines[line]);
  return gridSquares((cell) => (circled.includes(cell) ? 1 + linesThrough(cell, complete) : 0));
}
