export interface KnoeffelColumn {
  fields: Record<string, number | null>;
  upper: number;
  bonus: number;
  /** Null, like the points, in a column without a free-roll field. */
  free_rolls_used: number | null;
  free_roll_points: number | null;
  total: number;
}

export interface KnoeffelSheet {
  columns: KnoeffelColumn[];
  total: number;
}

/** True if a player has one free-roll field for all columns, not one in each. */
function sharesFreeRolls(sheet: KnoeffelSheet): boolean {
  return sheet.columns.some((column) => column.free_rolls_used === null);
}

/** The columns for which a column's free rolls can be used. */
function paidFor(sheet: KnoeffelSheet, column: KnoeffelColumn): KnoeffelColumn[] {
  return sharesFreeRolls(sheet) ? sheet.columns : [column];
}

const isOpen = (column: KnoeffelColumn) => Object.values(column.fields).includes(null);

/** The points of unused free rolls: they can still be lost until the columns are full. */
export function pointsAtRiskIn(sheet: KnoeffelSheet, column: KnoeffelColumn): number {
  return paidFor(sheet, column).some(isOpen) ? (column.free_roll_points ?? 0) : 0;
}

/** The number of used free rolls, for each free-roll field that has some left. */
export function usedFreeRolls(sheet: KnoeffelSheet, max: number): number[] {
  return sheet.columns.flatMap((column) => {
    const used = column.free_rolls_used;
    return used !== null && used < max && paidFor(sheet, column).some(isOpen) ? [used] : [];
  });
}
