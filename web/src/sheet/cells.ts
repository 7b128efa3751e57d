// The cells and lines of the 5 x 5 grid.

/** The name of a cell, `a1` (top left) to `e5` (bottom right). */
export type CellName = string;
/** The name of a line: `row1`-`row5`, `col1`-`col5`, `diag` (a1-e5), `anti` (a5-e1). */
export type LineName = string;
/** Row by row; 0: free. */
export type Numbers = number[][];

export const COLUMNS = ['a', 'b', 'c', 'd', 'e'] as const;
export const ROWS = [1, 2, 3, 4, 5] as const;
export const LINES = [...ROWS.map((n) => `row${n}`), ...ROWS.map((n) => `col${n}`), 'diag', 'anti'] as const;

/** The cells of a line. */
export function cellsOf(line: LineName): CellName[] {
  const indexes = [0, 1, 2, 3, 4];
  const number = Number(line.slice(3)) - 1;
  if (line.startsWith('row')) return indexes.map((i) => cellName(number, i));
  if (line.startsWith('col')) return indexes.map((i) => cellName(i, number));
  return indexes.map((i) => cellName(i, line === 'diag' ? i : 4 - i));
}

export const cellName = (row: number, column: number): CellName => `${COLUMNS[column]}${row + 1}`;
