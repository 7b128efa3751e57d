import type { ScorePart } from '../types';
import { t, textOf } from '../../i18n';
import { joinWords } from '../../lib/format/lists';
import { sheetOf } from '../../lib/game/position';
import { LINES } from '../../sheet/cells';
import { sortByPoints, lineLabel } from '../../sheet/labels';
import type { Position } from '../../wire';
import type { KnisterSheet } from './types';
import gameText from './texts';

/** The lines with their combinations, the best first, and those without points. */
export function scoreParts(position: Position, seat: number): ScorePart[] {
  const sheet = sheetOf<KnisterSheet>(position, seat);
  if (!sheet) return [];
  const parts = LINES.filter((line) => sheet.lines[line]).map((line): ScorePart => {
    const combination = textOf(`combo.${sheet.combinations[line]}`, '');
    const double = line === 'diag' || line === 'anti';
    return {
      label: lineLabel(line),
      detail: double ? `${combination}, ${gameText('double')}` : combination,
      points: sheet.lines[line] ?? 0,
    };
  });
  const empty = LINES.filter((line) => sheet.lines[line] === 0).map(lineLabel);
  return [
    ...sortByPoints(parts),
    ...(empty.length ? [{ label: t('story.nothing'), detail: joinWords(empty), points: 0 }] : []),
  ];
}
