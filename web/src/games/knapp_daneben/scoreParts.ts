import type { ScorePart } from '../types';
import { t } from '../../i18n';
import { joinWords } from '../../lib/format/lists';
import { sheetOf } from '../../lib/game/position';
import { sortByPoints, lineLabel } from '../../sheet/labels';
import type { Position } from '../../wire';
import type { KnappDanebenSheet } from './types';
import gameText from './texts';

/** The lines with ticks, the best first, the rare numbers, and the lines without points. */
export function scoreParts(position: Position, seat: number): ScorePart[] {
  const sheet = sheetOf<KnappDanebenSheet>(position, seat);
  if (!sheet) return [];
  const lines = Object.entries(sheet.lines);
  const parts = lines
    .filter(([, points]) => points)
    .map(([line, points]): ScorePart => {
      const ticks = sheet.ticks[line]?.filter(Boolean).length ?? 0;
      return { label: lineLabel(line), detail: gameText('ticks', { n: ticks }), points };
    });
  const empty = lines.filter(([, points]) => !points).map(([line]) => lineLabel(line));
  return [
    ...sortByPoints(parts),
    { label: gameText('story.rare'), detail: '2, 3, 4, 10, 11, 12', points: sheet.numbers },
    ...(empty.length ? [{ label: t('story.nothing'), detail: joinWords(empty), points: 0 }] : []),
  ];
}
