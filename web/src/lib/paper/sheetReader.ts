// What the reader of paper returns. Lengths are in pixels of the given picture.

export interface ReadCell {
  row: number;
  column: number;
  /** The most probable one first; an empty text is an empty cell. */
  candidates: { text: string; probability: number }[];
  /** Whether the first candidate may be taken without a question. */
  sure: boolean;
  /** Upper left, upper right, lower right and lower left, in the direction of the writing. */
  corners: [number, number][];
}

export interface ReadGrid {
  corners: [number, number][];
  rows: number;
  columns: number;
  /** Row by row. */
  cells: ReadCell[];
}
