// Sizes of sheets in pixels.

export interface Size {
  width: number;
  height: number;
}

export interface SheetSize {
  /** Legible among other sheets. */
  min: Size;
  /** The size that the sheet has alone on a board. */
  full: Size;
}

/** A grid of cells with circles. */
export const GRID_SIZE: SheetSize = { min: { width: 225, height: 256 }, full: { width: 480, height: 480 } };
/** A ruled grid with a number in each cell. */
export const RULED_GRID_SIZE: SheetSize = { min: { width: 172, height: 203 }, full: { width: 400, height: 430 } };
