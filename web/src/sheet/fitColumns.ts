// Which columns of a score table have room, and how wide they and the names of its fields are.

import type { ScoreColumn } from './scoreTypes';

/** Minimum widths of columns and of the fields' names, in pixels at the default text size. */
const [COLUMN, CROWDED, TINY] = [42, 27, 28];
const [LABEL, WIDE_LABEL, LARGE_LABEL, TINY_LABEL] = [76, 132, 196, 70];
/** The names of the fields get what columns of a comfortable width leave, up to this width. */
const [COMFORTABLE, ROOMY_LABEL] = [50, 92];
/** The least width of a touch target; narrower ones need space between them. */
const TOUCH = 44;
/** The gap between the halves. */
const GAP = 8;
/** Narrower columns have no space between two touch targets. */
const PACKED = 40;
/** Narrower columns show only the current one of several printed values. */
const BRIEF = 56;
/** Of more columns, some of which have no room, only the first and the preferred one are shown, with more room. */
const MANY = 4;
/** The minimum widths for larger print, and of columns beside the largest. */
const [WIDE, LARGE, LARGE_COLUMN] = [580, 900, 100];

interface Table {
  columns: ScoreColumn[];
  minColumns: number;
  preferredSeat: number | null;
  compact: boolean;
  blank: boolean;
}

interface FittedColumns {
  shown: ScoreColumn[];
  /** The width of the fields' names, the least one of a column, and that of each, at the default text size. */
  label: number;
  column: number;
  breadth: number;
  /** Large text needs one half below the other. */
  stacked: boolean;
  /** There is room for larger print. */
  wide: boolean;
  large: boolean;
  /** With many columns, the names of the fields are above them. */
  crowded: boolean;
  packed: boolean;
  touchable: boolean;
  brief: boolean;
  scrolls: boolean;
}

/** Fit the columns into a sheet `measured` pixels wide whose text has `scale` times the default size. */
export function fitColumns(
  measured: number,
  scale: number,
  { columns, minColumns, preferredSeat, compact, blank }: Table,
): FittedColumns {
  const width = measured / scale;
  const stacked = scale > 1 && width < 2 * (LABEL + COLUMN) + GAP;
  const side = stacked ? width : (width - GAP) / 2;
  const wide = width > WIDE && WIDE_LABEL + columns.length * COLUMN <= side;
  const large = !compact && !blank && width > LARGE && LARGE_LABEL + columns.length * LARGE_COLUMN <= side;
  const room = blank ? columns.length : Math.max(minColumns, width ? Math.floor(side / PACKED) : 0);
  const wanted = columns.find(({ seat }) => seat === preferredSeat);
  const first = columns.slice(0, columns.length > MANY && room < columns.length ? 2 : room);
  const shown = wanted && !first.includes(wanted) ? [...first.slice(0, -1), wanted] : first;
  const fit = Math.floor((side - (wide ? WIDE_LABEL : LABEL)) / COLUMN);
  const crowded = !compact && !blank && width > 0 && shown.length > fit;
  const roomy = Math.min(Math.max(side - shown.length * COMFORTABLE, LABEL), ROOMY_LABEL);
  const label = compact ? TINY_LABEL : crowded ? 0 : large ? LARGE_LABEL : wide ? WIDE_LABEL : roomy;
  const breadth = (side - label) / shown.length;
  return {
    shown,
    label,
    column: compact ? TINY : crowded ? CROWDED : COLUMN,
    breadth,
    stacked,
    wide,
    large,
    crowded,
    packed: breadth < PACKED,
    touchable: breadth * scale >= TOUCH,
    brief: breadth < BRIEF,
    scrolls: !blank && shown.length * CROWDED > side,
  };
}
