// Arranges small sheets beside the main one.
import type { SheetSize, Size } from '../../sheet/sheetSize';

export interface SideSheets {
  /** The number of sheets for which there is room. */
  shown: number;
  columns: number;
  /** The total width in pixels. */
  width: number;
}

/** The gap between two sheets, as in the styles. */
const GAP = 12;
/** The minimum width of the main sheet, relative to its full width. */
const MIN_SHARE = 0.8;

/** As many legible sheets as possible, in as few columns as possible, as large as the main sheet allows; null if none fits. */
export function fitSideSheets(others: number, room: Size, { min, full }: SheetSize): SideSheets | null {
  const fit = Math.floor((room.height + GAP) / (min.height + GAP));
  /** The width beyond which the main sheet does not grow. */
  const useful = (full.width * room.height) / full.height;
  let best: SideSheets | null = null;
  for (let columns = 1; columns <= others; columns++) {
    const rows = Math.min(Math.ceil(others / columns), fit);
    const shown = Math.min(others, rows * columns);
    if (room.width - columns * (min.width + GAP) < MIN_SHARE * full.width) break;
    if (shown <= (best?.shown ?? 0)) continue;
    const high = (room.height - (rows - 1) * GAP) / rows;
    const spare = (room.width - useful) / columns - GAP;
    const each = Math.max(min.width, Math.min(spare, (high * min.width) / min.height));
    best = { shown, columns, width: Math.floor(columns * each + (columns - 1) * GAP) };
  }
  return best;
}
