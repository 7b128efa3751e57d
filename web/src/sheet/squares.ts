// Sheets as coloured squares, which show how well a game went without showing its dice.

import { cellName, cellsOf, type CellName, type LineName } from './cells';

/** 0: nothing, 1: something, 2: much. */
export type Square = 0 | 1 | 2;

const INDEXES = [0, 1, 2, 3, 4];
/** What three dice of a kind score in a row of the upper half is much there, and this in rows for a sum of dice. */
const MUCH_OF_SUM = 20;

const level = (merits: number): Square => (merits <= 0 ? 0 : merits === 1 ? 1 : 2);

/** The squares of a 5 x 5 grid; `merits` counts what a cell contributes to. */
export function gridSquares(merits: (cell: CellName) => number): Square[][] {
  return INDEXES.map((row) => INDEXES.map((column) => level(merits(cellName(row, column)))));
}

/** The number of the given lines that pass through a cell. */
export function linesThrough(cell: CellName, lines: readonly LineName[]): number {
  return lines.filter((line) => cellsOf(line).includes(cell)).length;
}

/** The square of a field of a score table. */
function fieldSquare(field: string, points: number | null): Square {
  if (!points) return 0;
  const face = /^([1-6])s$/.exec(field)?.[1];
  if (face) return points >= 3 * Number(face) ? 2 : 1;
  return !['3k', '4k', 'ch'].includes(field) || points >= MUCH_OF_SUM ? 2 : 1;
}

/** The squares of a score table: the upper half, then the lower one. */
export function tableSquares(fields: Record<string, number | null>): Square[][] {
  const rows = Object.entries(fields);
  const upper = rows.filter(([field]) => /^[1-6]s$/.test(field));
  const lower = rows.filter(([field]) => !/^[1-6]s$/.test(field));
  return [upper, lower].map((half) => half.map(([field, points]) => fieldSquare(field, points)));
}
