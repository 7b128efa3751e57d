// How sheets lie side by side in the room that there is.
import type { Size } from '../../sheet/needs';

export interface Spread {
  columns: number;
  rows: number;
  /** Where they do not come out even, the first lies above the others or beside them, larger. */
  first: 'even' | 'above' | 'beside';
  /** What each of them has, in proportion to what it needs; the first may have more. */
  slot: Size;
}

/** Between two sheets, as the styles say it. */
const GAP = 12;
/** The width of a first sheet beside the others, as a part of theirs. */
export const LARGER = 1.3;

/** So many sheets of one size in so many columns. */
export function evenly(sheets: number, columns: number, room: Size, least: Size): Spread {
  const rows = Math.ceil(sheets / columns);
  const width = (room.width - GAP * (columns - 1)) / columns;
  const height = Math.min((room.height - GAP * (rows - 1)) / rows, (width * least.height) / least.width);
  return { columns, rows, first: 'even', slot: { width, height } };
}

/** The even arrangement in which so many sheets are largest; null where none leaves each the least that it needs. */
export function spread(sheets: number, room: Size, least: Size): Spread | null {
  const found: Spread[] = [];
  const offer = (first: Spread['first'], columns: number, rows: number) => {
    const width =
      first === 'beside'
        ? (room.width - GAP * columns) / (columns + LARGER)
        : (room.width - GAP * (columns - 1)) / columns;
    const down = first === 'above' ? rows + 1 : rows;
    const height = Math.min((room.height - GAP * (down - 1)) / down, (width * least.height) / least.width);
    found.push({ columns, rows, first, slot: { width, height } });
  };
  const ways = (first: Spread['first'], many: number) => {
    for (let columns = 1; columns <= many; columns++) if (many % columns === 0) offer(first, columns, many / columns);
  };
  ways('even', sheets);
  if (sheets % 2 === 1 && sheets > 1) {
    ways('above', sheets - 1);
    ways('beside', sheets - 1);
  }
  const best = found.reduce((a, b) => (b.slot.height > a.slot.height ? b : a));
  return best.slot.height < least.height ? null : best;
}
