export interface KnoeffelColumn {
  fields: Record<string, number | null>;
  upper: number;
  bonus: number;
  /** Null, like the points, in a column without a free-roll field. */
  free_rolls_used: number | null;
  free_roll_points: number | null;
  /** The points that jokers earned; null without jokers. */
  joker_points: number | null;
  total: number;
}

export interface KnoeffelSheet {
  columns: KnoeffelColumn[];
  total: number;
}

/** The rules of free rolls, from the position. */
export interface FreeRolls {
  /** The points of a field by the number of used ones; empty if there are none. */
  free_roll_values: number[];
  /** True if a player has three for all columns. */
  free_rolls_shared: boolean;
}

/** True if there are free rolls. */
export const hasFreeRolls = (rules: FreeRolls) => rules.free_roll_values.length > 0;

const usedIn = (columns: KnoeffelColumn[]) => columns.reduce((sum, column) => sum + (column.free_rolls_used ?? 0), 0);

/** The number of free rolls that can still be charged to a column. */
function leftFor(sheet: KnoeffelSheet, column: KnoeffelColumn, rules: FreeRolls): number {
  return rules.free_roll_values.length - 1 - usedIn(rules.free_rolls_shared ? sheet.columns : [column]);
}

const isOpen = (column: KnoeffelColumn) => Object.values(column.fields).includes(null);

/** True if a player has one free-roll field for all columns. */
export const hasOneField = (sheet: KnoeffelSheet) => sheet.columns.some((each) => each.free_rolls_used === null);

/** True if a result that is charged to a column's free-roll field can still be entered. */
function canBeCharged(sheet: KnoeffelSheet, column: KnoeffelColumn): boolean {
  return (hasOneField(sheet) ? sheet.columns : [column]).some(isOpen);
}

/** The points of a column's free-roll field that can still be lost. */
export function pointsAtRiskIn(sheet: KnoeffelSheet, column: KnoeffelColumn, rules: FreeRolls): number {
  const used = column.free_rolls_used;
  if (used === null || !canBeCharged(sheet, column)) return 0;
  const values = rules.free_roll_values;
  return (values[used] ?? 0) - (values[used + leftFor(sheet, column, rules)] ?? 0);
}

/** The points of all free-roll fields that can still be lost. What is shared can be lost in one column only. */
export function pointsAtRiskOf(sheet: KnoeffelSheet, rules: FreeRolls): number {
  const risks = sheet.columns.map((column) => pointsAtRiskIn(sheet, column, rules));
  return rules.free_rolls_shared ? Math.max(0, ...risks) : risks.reduce((sum, risk) => sum + risk, 0);
}

/** The number of used free rolls, for each free-roll field to which another can be charged. */
export function usedFreeRolls(sheet: KnoeffelSheet, rules: FreeRolls): number[] {
  return sheet.columns.flatMap((column) => {
    const used = column.free_rolls_used;
    return used !== null && leftFor(sheet, column, rules) > 0 && canBeCharged(sheet, column) ? [used] : [];
  });
}
