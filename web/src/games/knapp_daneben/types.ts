import type { Colour } from '../../dice/colours';
import type { LineName, Numbers } from '../../sheet/cells';

export interface KnappDanebenSheet {
  colour: Colour;
  grid: Numbers;
  ticks: Record<LineName, boolean[]>;
  lines: Record<LineName, number>;
  numbers: number;
  total: number;
}
