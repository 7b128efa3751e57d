import { sheetOf } from '../../lib/game/position';
import { cellsOf } from '../../sheet/cells';
import { gridSquares, type Square } from '../../sheet/squares';
import type { Position } from '../../wire';
import type { KnappDanebenSheet } from './types';

/** The cells by the number of ticks beside them. */
export function squares(position: Position, seat: number): Square[][] {
  const ticks = Object.entries(sheetOf<KnappDanebenSheet>(position, seat)?.ticks ?? {});
  return gridSquares((cell) =>
    ticks.reduce((sum, [line, ticked]) => {
      const place = cellsOf(line).indexOf(cell);
      return place < 0 ? sum : sum + Number(ticked[place - 1] ?? false) + Number(ticked[place] ?? false);
    }, 0),
  );
}
