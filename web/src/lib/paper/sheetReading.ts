// What the reader of paper finds. Lengths are in pixels of the given picture.

import type { PrintedPad } from './padForm';

/** Upper left, upper right, lower right and lower left, in the direction of the writing. */
export type Corners = [number, number][];

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

/** A printed pad, and the corners of its places. */
export interface PadPlaces {
  pad: PrintedPad;
  /** The middles of its marks. */
  corners: Corners;
  /** In the order of `cellBoxes`. */
  cells: Corners[];
  total?: Corners;
  name?: Corners;
}

export interface ReadPad extends Omit<PadPlaces, 'cells' | 'total'> {
  /** Their rows and columns are 0. */
  cells: ReadCell[];
  /** The total that the players wrote, which is only compared. */
  total?: ReadCell;
}

/** What cells may contain, in the order of `VOCABULARIES` in `knobel/vision/paper/texts.py`. */
export const VOCABULARIES = ['numbers', 'circled', 'digits', 'points'] as const;
export type Vocabulary = (typeof VOCABULARIES)[number];
export type Size = readonly [rows: number, columns: number];

/** The contents of the cells of a game; those of others are points. */
export const VOCABULARY_OF: Readonly<Record<string, Vocabulary>> = {
  knister: 'numbers',
  knaster: 'circled',
  knapp_daneben: 'numbers',
};
