import type { Part } from '..';
import { t } from '../../i18n';
import { list } from '../../lib/moves';
import { sheetOf } from '../../lib/position';
import { byWorth, fieldLabel } from '../../sheet/names';
import type { Position } from '../../wire';
import type { KniffeligerSheet } from './types';
import words from './words';

/** The rows that scored, the best first; those that did not, and those that nobody filled. */
export function story(position: Position, seat: number): Part[] {
  const sheet = sheetOf<KniffeligerSheet>(position, seat);
  if (!sheet) return [];
  const rows = Object.entries(sheet.rows);
  const named = (chosen: (points: number | null) => boolean) =>
    rows.filter(([, points]) => chosen(points)).map(([row]) => fieldLabel(row, 'kniffeliger'));
  const parts = rows
    .filter(([, points]) => points)
    .map(([row, points]): Part => ({ label: fieldLabel(row, 'kniffeliger'), what: '', points }));
  const [zero, open] = [named((points) => points === 0), named((points) => points === null)];
  return [
    ...byWorth(parts),
    ...(zero.length ? [{ label: t('story.nothing'), what: list(zero), points: 0 }] : []),
    ...(open.length ? [{ label: words('story.open'), what: list(open), points: 0 }] : []),
  ];
}
