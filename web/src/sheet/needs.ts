// The room that sheets need.

export interface Size {
  width: number;
  height: number;
}

export interface Needs {
  /** To be read among others. */
  least: Size;
  /** To be as large as on a board. */
  full: Size;
}

/** A grid, whatever its cells hold. */
export const GRID: Needs = { least: { width: 225, height: 256 }, full: { width: 480, height: 480 } };
/** One whose cells hold a number each. */
export const RULED: Needs = { least: { width: 172, height: 203 }, full: { width: 400, height: 430 } };
