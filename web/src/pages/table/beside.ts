// How many small sheets lie beside the one that matters.
import type { Needs, Size } from '../../sheet/needs';

export interface Beside {
  /** How many of them there is room for. */
  shown: number;
  columns: number;
  /** The width of all of them together, in pixels. */
  width: number;
}

/** Between two sheets, as the styles say it. */
const GAP = 12;
/** The sheet that matters keeps at least this part of the width that it has on a board of its own. */
const KEPT = 0.8;

/**
 * The room for small sheets of others beside a sheet: as many as can be read, in as few columns as that takes, and as
 * large as the sheet that matters leaves them; null where there is none.
 */
export function beside(others: number, room: Size, { least, full }: Needs): Beside | null {
  const fit = Math.floor((room.height + GAP) / (least.height + GAP));
  /** The width beyond which the sheet that matters grows no more. */
  const useful = (full.width * room.height) / full.height;
  let best: Beside | null = null;
  for (let columns = 1; columns <= others; columns++) {
    const rows = Math.min(Math.ceil(others / columns), fit);
    const shown = Math.min(others, rows * columns);
    if (room.width - columns * (least.width + GAP) < KEPT * full.width) break;
    if (shown <= (best?.shown ?? 0)) continue;
    const high = (room.height - (rows - 1) * GAP) / rows;
    const spare = (room.width - useful) / columns - GAP;
    const each = Math.max(least.width, Math.min(spare, (high * least.width) / least.height));
    best = { shown, columns, width: Math.floor(columns * each + (columns - 1) * GAP) };
  }
  return best;
}
