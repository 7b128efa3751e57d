// The contents of a sheet by place, in any game, so that two positions can be compared.
import { cellName, cellsOf, type LineName, type Numbers } from './cells';

/** The parts of sheets; each game's sheet has some of them. */
interface SheetParts {
  grid?: Numbers;
  circled?: string[];
  lines?: Record<LineName, number | null>;
  /** The fields of a sheet with one column. */
  rows?: Record<string, number | null>;
  frozen?: string[];
  frozen_next_round?: string[];
  crossed?: string[];
  columns?: { fields: Record<string, number | null> }[];
}

/** The place of a field in a column of a score table. */
export const fieldPlace = (field: string, column: string | number) => `${field}.${column}`;

/** The content of each place that is not blank: cells, completed lines, and fields. */
export function writtenPlaces(sheet: object, seat: number): Map<string, string> {
  const { grid = [], circled = [], lines = {}, rows = {}, crossed = [], columns = [], ...rest } = sheet as SheetParts;
  const frozen = [...(rest.frozen ?? []), ...(rest.frozen_next_round ?? [])];
  const places = new Map<string, string>();
  grid.forEach((numbers, r) =>
    numbers.forEach((number, c) => {
      const cell = cellName(r, c);
      if (number) places.set(cell, `${number}${circled.includes(cell) ? 'o' : ''}`);
    }),
  );
  // In some games, a line scores before it is complete.
  for (const [line, score] of Object.entries(lines))
    if (score && cellsOf(line).every((cell) => places.has(cell))) places.set(line, String(score));
  for (const [field, value] of Object.entries(rows)) {
    const mark = frozen.includes(field) ? 'frozen' : crossed.includes(field) ? 'crossed' : '';
    if (value !== null || mark) places.set(fieldPlace(field, seat), `${value ?? mark}`);
  }
  columns.forEach(({ fields }, i) => {
    for (const [field, value] of Object.entries(fields))
      if (value !== null) places.set(fieldPlace(field, i + 1), String(value));
  });
  return places;
}
