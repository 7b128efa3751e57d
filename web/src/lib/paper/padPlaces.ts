// The places of a printed pad on the sheet of its game.

import { cellName } from '../../sheet/cells';
import type { PadForm } from './padForm';

/** Places of a sheet that are not in the blocks of its pad. */
const ELSEWHERE = /^(free|jokers)\b/;

/** The place of each cell of a pad, in the order of `cellBoxes`.
 *
 *  @param possible the places of the game's sheet: of a score table, its fields in order, with or without a column
 */
export function padPlaces({ blocks }: PadForm, possible: readonly string[]): string[] {
  const named = possible.filter((place) => !ELSEWHERE.test(place));
  const fields = [...new Set(named.map((place) => place.split('.')[0]!))];
  const hasColumns = named.some((place) => place.includes('.'));
  const isGrid = named.includes(cellName(0, 0));
  let first = 0;
  return blocks.flatMap(({ rows, columns }) => {
    const start = first;
    first += rows;
    return Array.from({ length: rows * columns }, (_, i) => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      if (isGrid) return cellName(row, column);
      const field = fields[start + row] ?? '';
      return hasColumns ? `${field}.${column + 1}` : field;
    });
  });
}
