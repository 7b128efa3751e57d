// What the reader of paper finds. Lengths are in pixels of the given picture.

export interface ReadCell {
  row: number;
  column: number;
  /** The most probable one first; an empty text is an empty cell, "(7)" a 7 in a circle, "-" a stroke. */
  candidates: { text: string; probability: number }[];
  /** The first candidate may be taken without a question. */
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

/** What cells may contain, in the order of `VOCABULARIES` in `knobel/vision/paper/texts.py`. */
export const VOCABULARIES = ['numbers', 'circled', 'digits', 'points'] as const;
export type Vocabulary = (typeof VOCABULARIES)[number];
export type Size = readonly [rows: number, columns: number];
