// What the reader of paper finds. Lengths are in pixels of the given picture.

import constants from '../../../../src/knobel/vision/paper/constants.json';
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
  corners: Corners;
}

/** A grid, or a printed pad. */
export interface ReadSheet {
  /** Of a pad, the middles of its marks. */
  corners: Corners;
  /** Row by row; those of a pad have the order of `cellBoxes`, and their rows and columns are 0. */
  cells: ReadCell[];
  pad?: PrintedPad;
  /** The total that the players wrote on a pad, which is only compared. */
  total?: ReadCell;
  /** Where a pad has values for free rolls, of which players strike some. */
  strikes?: Corners;
  /** Where the name of the player stands. */
  name?: Corners;
}

/** From this probability on, contents may be taken without a question. */
export const SURE = constants.sure;

/** What cells may contain, in the order of `VOCABULARIES` in `knobel/vision/paper/texts.py`. */
export const VOCABULARIES = ['numbers', 'circled', 'digits', 'points'] as const;
export type Vocabulary = (typeof VOCABULARIES)[number];
export type Size = readonly [rows: number, columns: number];
