import type { Part } from '..';
import { t } from '../../i18n';
import { list } from '../../lib/moves';
import { sheetOf } from '../../lib/position';
import { byWorth, fieldLabel } from '../../sheet/names';
import type { Position } from '../../wire';
import type { KniffeligerSheet } from './types';
import words from './words';

/** The rows that scored, the best first; those that did not, those that were crossed out, and those that stayed open. */
export function story(position: Position, seat: number): Part[] {
  const sheet = sheetOf<KniffeligerSheet>(position, seat);
  if (!sheet) return [];
  const rows = Object.entries(sheet.rows);
  const group = (label: string, chosen: (points: number | null, row: string) => boolean): Part[] => {
    const found = rows.filter(([row, points]) => chosen(points, row)).map(([row]) => fieldLabel(row, 'kniffeliger'));
    return found.length ? [{ label, what: list(found), points: 0 }] : [];
  };
  const parts = rows
    .filter(([, points]) => points)
    .map(([row, points]): Part => ({ label: fieldLabel(row, 'kniffeliger'), what: '', points }));
  const crossed = (row: string) => sheet.crossed.includes(row);
  return [
    ...byWorth(parts),
    ...group(t('story.nothing'), (points) => points === 0),
    ...group(words('story.crossed'), (_, row) => crossed(row)),
    ...group(words('story.open'), (points, row) => points === null && !crossed(row)),
  ];
}
