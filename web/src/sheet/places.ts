/** What stands where on a sheet, of any game: so that two positions tell where something has happened. */
import { cellName, cellsOf, type LineName, type Numbers } from './cells';

/** The parts that sheets are made of; each game's has some of them. */
interface Parts {
  grid?: Numbers;
  circled?: string[];
  lines?: Record<LineName, number | null>;
  /** Fields of a sheet of one column. */
  rows?: Record<string, number | null>;
  frozen?: string[];
  frozen_next_round?: string[];
  crossed?: string[];
  columns?: { fields: Record<string, number | null> }[];
}

/** A field in a column, as a score table knows it. */
export const fieldPlace = (field: string, column: string | number) => `${field}.${column}`;

/** What stands in each place that is not blank: cells, lines that are done, and fields. */
export function written(sheet: object, seat: number): Map<string, string> {
  const { grid = [], circled = [], lines = {}, rows = {}, crossed = [], columns = [], ...ice } = sheet as Parts;
  const frozen = [...(ice.frozen ?? []), ...(ice.frozen_next_round ?? [])];
  const places = new Map<string, string>();
  grid.forEach((numbers, r) =>
    numbers.forEach((number, c) => {
      const cell = cellName(r, c);
      if (number) places.set(cell, `${number}${circled.includes(cell) ? 'o' : ''}`);
    }),
  );
  // A line may score before it is done.
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
