import type { Part } from '..';
import { sheetOf } from '../../lib/position';
import { cellsOf, LINES, type LineName } from '../../sheet/cells';
import { byWorth, circles, lineLabel } from '../../sheet/names';
import type { Position } from '../../wire';
import words from './words';

interface KnasterSheet {
  circled: string[];
  lines: Record<LineName, number | null>;
  line_worth: Record<LineName, number>;
  circles: number;
}

/** The lines that are circled, the circles, and the lines that missed a circle only. */
export function story(position: Position, seat: number): Part[] {
  const sheet = sheetOf<KnasterSheet>(position, seat);
  if (!sheet) return [];
  const all = LINES.filter((line) => sheet.lines[line] !== null).map((line): Part => ({
    label: lineLabel(line),
    what: circles(5),
    points: sheet.lines[line] ?? 0,
  }));
  const nearly = LINES.filter((line) => cellsOf(line).filter((cell) => sheet.circled.includes(cell)).length === 4).map(
    (line): Part => ({
      label: lineLabel(line),
      what: words('story.nearly', { n: sheet.line_worth[line] ?? 0 }),
      points: null,
    }),
  );
  return [
    ...byWorth(all),
    { label: words('story.circles'), what: circles(sheet.circles), points: sheet.circles },
    ...nearly,
  ];
}
