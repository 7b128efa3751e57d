import type { ScorePart } from '../types';
import { t } from '../../i18n';
import { joinWords } from '../../lib/format/lists';
import { sheetOf } from '../../lib/game/position';
import { sortByPoints, fieldLabel } from '../../sheet/labels';
import type { Position } from '../../wire';
import type { KniffeligerSheet } from './types';
import gameText from './texts';

/** The rows with points, the best first; those without, the crossed-out ones, and those that stayed open. */
export function scoreParts(position: Position, seat: number): ScorePart[] {
  const sheet = sheetOf<KniffeligerSheet>(position, seat);
  if (!sheet) return [];
  const rows = Object.entries(sheet.rows);
  const group = (label: string, chosen: (points: number | null, row: string) => boolean): ScorePart[] => {
    const found = rows.filter(([row, points]) => chosen(points, row)).map(([row]) => fieldLabel(row, 'kniffeliger'));
    return found.length ? [{ label, detail: joinWords(found), points: 0 }] : [];
  };
  const parts = rows
    .filter(([, points]) => points)
    .map(([row, points]): ScorePart => ({ label: fieldLabel(row, 'kniffeliger'), detail: '', points }));
  const crossed = (row: string) => sheet.crossed.includes(row);
  return [
    ...sortByPoints(parts),
    ...group(t('story.nothing'), (points) => points === 0),
    ...group(gameText('story.crossed'), (_, row) => crossed(row)),
    ...group(gameText('story.open'), (points, row) => points === null && !crossed(row)),
  ];
}
