// Arranges sheets side by side in the available space.
import type { Size } from '../../sheet/sheetSize';

export interface SheetArrangement {
  columns: number;
  rows: number;
  /** The first sheet may be larger, above or beside the others, if their number is odd. */
  first: 'even' | 'above' | 'beside';
  /** The size of each sheet, in the proportions of the minimum; the first may be larger. */
  slot: Size;
}

/** The gap between two sheets, as in the styles. */
const GAP = 12;
/** The width of a first sheet beside the others, relative to theirs. */
export const FIRST_SHEET_SCALE = 1.3;

/** Arrange sheets of the same size in a number of columns. */
export function arrangeInColumns(sheets: number, columns: number, room: Size, min: Size): SheetArrangement {
  const rows = Math.ceil(sheets / columns);
  const width = (room.width - GAP * (columns - 1)) / columns;
  const height = Math.min((room.height - GAP * (rows - 1)) / rows, (width * min.height) / min.width);
  return { columns, rows, first: 'even', slot: { width, height } };
}

/** The arrangement with the largest sheets; null if they would be smaller than the minimum. */
export function fitSheets(sheets: number, room: Size, min: Size): SheetArrangement | null {
  const found: SheetArrangement[] = [];
  const tryColumns = (first: SheetArrangement['first'], columns: number, rows: number) => {
    const width =
      first === 'beside'
        ? (room.width - GAP * columns) / (columns + FIRST_SHEET_SCALE)
        : (room.width - GAP * (columns - 1)) / columns;
    const down = first === 'above' ? rows + 1 : rows;
    const height = Math.min((room.height - GAP * (down - 1)) / down, (width * min.height) / min.width);
    found.push({ columns, rows, first, slot: { width, height } });
  };
  const tryAll = (first: SheetArrangement['first'], count: number) => {
    for (let columns = 1; columns <= count; columns++)
      if (count % columns === 0) tryColumns(first, columns, count / columns);
  };
  tryAll('even', sheets);
  if (sheets % 2 === 1 && sheets > 1) {
    tryAll('above', sheets - 1);
    tryAll('beside', sheets - 1);
  }
  const best = found.reduce((a, b) => (b.slot.height > a.slot.height ? b : a));
  return best.slot.height < min.height ? null : best;
}
