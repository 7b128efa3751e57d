export interface KnoeffelColumn {
  fields: Record<string, number | null>;
  upper: number;
  bonus: number;
  /** Null, as the points, in a column without a free-roll field. */
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

/** The columns for which a column's free rolls can be taken. */
function paidFor(sheet: KnoeffelSheet, column: KnoeffelColumn): KnoeffelColumn[] {
  return sharesFreeRolls(sheet) ? sheet.columns : [column];
}

const isOpen = (column: KnoeffelColumn) => Object.values(column.fields).includes(null);

/** The points of free rolls that can still be lost: nobody has earned them before the columns are full. */
export function spareOf(sheet: KnoeffelSheet, column: KnoeffelColumn): number {
  return paidFor(sheet, column).some(isOpen) ? (column.free_roll_points ?? 0) : 0;
}

/** How many free rolls were used, for each free-roll field from which another one can be paid. */
export function payable(sheet: KnoeffelSheet, most: number): number[] {
  return sheet.columns.flatMap((column) => {
    const used = column.free_rolls_used;
    return used !== null && used < most && paidFor(sheet, column).some(isOpen) ? [used] : [];
  });
}
