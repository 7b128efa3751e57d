// Arranges small sheets in a row below a pad.
import type { Size } from '../../sheet/sheetSize';

export interface SheetsBelow {
  /** The number of sheets for which there is room. */
  shown: number;
  /** The size of each in pixels. */
  width: number;
  height: number;
}

/** The gap between two sheets, as in the styles. */
const GAP = 12;
/** The smallest and the largest size of a sheet of which only the cells and the player's name are shown. */
const MIN: Size = { width: 82, height: 108 };
const MAX_WIDTH = 140;
/** The height that a pad needs beyond its width. */
const PAD_EXTRA = 64;

/** As many legible sheets as the width allows, in the height that the pad leaves; null if none fits. */
export function fitSheetsBelow(others: number, room: Size): SheetsBelow | null {
  const free = room.height - room.width - PAD_EXTRA - GAP;
  const shown = Math.min(others, Math.floor((room.width + GAP) / (MIN.width + GAP)));
  if (free < MIN.height || shown < 1) return null;
  /** The height of the name. */
  const head = MIN.height - MIN.width;
  const width = Math.floor(Math.min((room.width + GAP) / shown - GAP, free - head, MAX_WIDTH));
  return { shown, width, height: width + head };
}
