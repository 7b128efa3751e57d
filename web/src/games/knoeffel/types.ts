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

/** The points of free rolls that a column may still take: nobody has earned them before it is full. */
export function spareOf(column: KnoeffelColumn): number {
  return Object.values(column.fields).includes(null) ? column.free_roll_points : 0;
}
