import type { LineName, Numbers } from '../../sheet/cells';

export interface KnisterSheet {
  grid: Numbers;
  lines: Record<LineName, number | null>;
  combinations: Record<LineName, string | null>;
  total: number;
}
