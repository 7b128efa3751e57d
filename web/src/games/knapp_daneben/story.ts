import type { Part } from '..';
import { t } from '../../i18n';
import { list } from '../../lib/moves';
import { sheetOf } from '../../lib/position';
import { byWorth, lineLabel } from '../../sheet/names';
import type { Position } from '../../wire';
import type { KnappDanebenSheet } from './types';
import words from './words';

/** The lines with their ticks, the best first, and the rare numbers. */
export function story(position: Position, seat: number): Part[] {
  const sheet = sheetOf<KnappDanebenSheet>(position, seat);
  if (!sheet) return [];
  const lines = Object.entries(sheet.lines);
  const parts = lines
    .filter(([, points]) => points)
    .map(([line, points]): Part => {
      const ticks = sheet.ticks[line]?.filter(Boolean).length ?? 0;
      return { label: lineLabel(line), what: words('ticks', { n: ticks }), points };
    });
  const empty = lines.filter(([, points]) => !points).map(([line]) => lineLabel(line));
  return [
    ...byWorth(parts),
    { label: words('story.rare'), what: '2, 3, 4, 10, 11, 12', points: sheet.numbers },
    ...(empty.length ? [{ label: t('story.nothing'), what: list(empty), points: 0 }] : []),
  ];
}
