// The steps in which a finished sheet is counted, in the order of the sheet, in any game.

import { LINES, type LineName } from '../../sheet/cells';
import { fieldPlace } from '../../sheet/places';
import type { Position } from '../../wire';
import { sheetOf } from '../game/position';

export interface CountingStep {
  /** The places of the sheet whose scores are written in this step; none for points that have no place. */
  places: readonly string[];
  points: number;
  /** True for a line or a field, of which the best is ringed; false for bonuses and other points. */
  line: boolean;
}

interface Column {
  fields: Record<string, number | null>;
  bonus: number;
  free_roll_points: number | null;
  joker_points: number | null;
}

/** The parts of sheets that score; each game's sheet has some of them. */
interface ScoredParts {
  lines?: Record<LineName, number | null>;
  /** The number of circled cells, a point each. */
  circles?: number;
  /** The points of rare numbers. */
  numbers?: number;
  columns?: Column[];
  /** The fields of a sheet with one column. */
  rows?: Record<string, number | null>;
}

const step = (points: number, line: boolean, ...places: string[]): CountingStep => ({ places, points, line });

/** The steps of a seat's sheet. Together they have its points; places without points are not among them. */
export function countingSteps(position: Position, seat: number): CountingStep[] {
  const { lines = {}, circles = 0, numbers = 0, columns = [], rows = {} } = sheetOf<ScoredParts>(position, seat) ?? {};
  const scored = (fields: Record<string, number | null>, column: string | number) =>
    Object.entries(fields).flatMap(([field, points]) =>
      points ? [step(points, true, fieldPlace(field, column))] : [],
    );
  const steps = [
    ...LINES.flatMap((line) => (lines[line] ? [step(lines[line], true, line)] : [])),
    ...(circles ? [step(circles, false)] : []),
    ...(numbers ? [step(numbers, false)] : []),
    ...columns.flatMap(({ fields, bonus, free_roll_points: free, joker_points: jokers }, i) => {
      const column = i + 1;
      const all = scored(fields, column);
      const upper = all.filter(({ places }) => /^[1-6]s\./.test(places[0] ?? ''));
      const sums = (...keys: string[]) => keys.map((key) => fieldPlace(key, column));
      return [
        ...upper,
        step(bonus, false, ...sums('upper', 'bonus')),
        ...all.filter((each) => !upper.includes(each)),
        ...(jokers === null ? [] : [step(jokers, false, ...sums('jokers'))]),
        step(free ?? 0, false, ...sums('free', 'total')),
      ];
    }),
    ...scored(rows, seat),
  ];
  return Object.keys(rows).length > 0 ? [...steps, step(0, false, fieldPlace('total', seat))] : steps;
}

/** The line or field with the most points, the first of equals; null if nothing scored. */
export function bestPlace(steps: readonly CountingStep[]): string | null {
  let best: CountingStep | undefined;
  for (const each of steps) if (each.line && each.points > (best?.points ?? 0)) best = each;
  return best?.places[0] ?? null;
}
