import type { ScorePart } from '../types';
import { sheetOf } from '../../lib/game/position';
import { cellsOf, LINES, type LineName } from '../../sheet/cells';
import { sortByPoints, circles, lineLabel } from '../../sheet/labels';
import type { Position } from '../../wire';
import gameText from './texts';

interface KnasterSheet {
  circled: string[];
  lines: Record<LineName, number | null>;
  line_worth: Record<LineName, number>;
  circles: number;
}

/** The circled lines, the circles, and the lines that missed only one circle. */
export function scoreParts(position: Position, seat: number): ScorePart[] {
  const sheet = sheetOf<KnasterSheet>(position, seat);
  if (!sheet) return [];
  const all = LINES.filter((line) => sheet.lines[line] !== null).map((line): ScorePart => ({
    label: lineLabel(line),
    detail: circles(5),
    points: sheet.lines[line] ?? 0,
  }));
  const nearly = LINES.filter((line) => cellsOf(line).filter((cell) => sheet.circled.includes(cell)).length === 4).map(
    (line): ScorePart => ({
      label: lineLabel(line),
      detail: gameText('story.nearly', { n: sheet.line_worth[line] ?? 0 }),
      points: null,
    }),
  );
  return [
    ...sortByPoints(all),
    { label: gameText('story.circles'), detail: circles(sheet.circles), points: sheet.circles },
    ...nearly,
  ];
}
