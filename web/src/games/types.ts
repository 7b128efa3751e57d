/** What `Game.sheet` and `Game.info` of each game tell. */
import type { SheetProps as Given } from '../props';
import type { Choice, Position } from '../wire';

/** The name of a cell, `a1` (top left) to `e5` (bottom right). */
export type CellName = string;
/** The name of a line: `row1`-`row5`, `col1`-`col5`, `diag` (a1-e5), `anti` (a5-e1). */
export type LineName = string;
export type Numbers = number[][];

export interface KnisterSheet {
  grid: Numbers;
  lines: Record<LineName, number | null>;
  total: number;
}

export interface KnasterSheet {
  grid: Numbers;
  circled: CellName[];
  pending: Record<LineName, number>;
  lines: Record<LineName, number | null>;
  line_worth: Record<LineName, number>;
  circles: number;
  total: number;
}

export const COLOURS = ['k', 'b', 'g', 'y', 'r'] as const;
export type Colour = (typeof COLOURS)[number];

export interface KnappDanebenSheet {
  colour: Colour;
  grid: Numbers;
  ticks: Record<LineName, boolean[]>;
  lines: Record<LineName, number>;
  numbers: number;
  total: number;
}

export interface KnoeffelColumn {
  fields: Record<string, number | null>;
  upper: number;
  bonus: number;
  free_rolls_used: number;
  free_roll_points: number;
  total: number;
}

export interface KnoeffelSheet {
  columns: KnoeffelColumn[];
  total: number;
}

export const ACTION_DICE = ['steal', 'freeze', 'cross', 'shift', 'swap'] as const;
export type ActionDie = (typeof ACTION_DICE)[number];

export interface KniffeligerSheet {
  rows: Record<string, number | null>;
  frozen: string[];
  crossed: string[];
  action_dice: Record<ActionDie, number>;
  action_dice_next_round: Record<ActionDie, number>;
  total: number;
}

/** What lies on the table beside the sheets; which parts there are depends on the game. */
export interface Info {
  round: number;
  rounds?: number;
  dice: number[];
  final?: boolean;
  layout?: string;
  seat?: number;
  stage?: string;
  kept?: number[];
  saved?: number[];
  rolls?: number;
  rolls_left?: number;
  bonus_from?: number;
  free_roll_values?: number[];
}

export interface SheetProps extends Given {
  /** Small, for an overview. */
  compact?: boolean;
}

export const infoOf = (position: Position) => position.info as unknown as Info;

/** A seat's sheet; null where it was not sent. */
export const sheetOf = <Sheet>(position: Position, seat: number) => (position.sheets[seat] ?? null) as Sheet | null;

/** The legal actions of the sheet's holder, by action; none on a sheet that is only looked at. */
export function choicesOf(position: Position, open: boolean): Map<string, Choice> {
  return new Map(open ? position.choices.map((choice) => [choice.action, choice]) : []);
}

export const COLUMNS = ['a', 'b', 'c', 'd', 'e'] as const;
export const ROWS = [1, 2, 3, 4, 5] as const;
export const cellName = (row: number, column: number): CellName => `${COLUMNS[column]}${row + 1}`;
