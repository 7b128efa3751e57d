import type { Part } from '..';
import { t } from '../../i18n';
import { infoOf, sheetOf } from '../../lib/position';
import type { Position } from '../../wire';
import type { KnoeffelSheet } from './types';
import words from './words';

/** Column by column: both halves, the bonus or what it missed, and the free rolls that were kept. */
export function story(position: Position, seat: number): Part[] {
  const columns = sheetOf<KnoeffelSheet>(position, seat)?.columns ?? [];
  const { bonus_from: from } = infoOf<{ bonus_from: number }>(position);
  return columns.flatMap((column, i): Part[] => {
    const place = (field: string) => (columns.length > 1 ? t('score.place', { field, n: i + 1 }) : field);
    const { free_rolls_used: used, free_roll_points: free } = column;
    const lower = column.total - column.upper - column.bonus - (free ?? 0);
    return [
      { label: place(t('score.upper')), what: '', points: column.upper },
      {
        label: place(t('score.bonus')),
        what: column.bonus
          ? t('score.bonus_progress', { upper: column.upper, from })
          : t('story.missed', { n: from - column.upper }),
        points: column.bonus,
      },
      { label: place(words('story.lower')), what: '', points: lower },
      ...(used === null
        ? []
        : [{ label: place(words('free_rolls')), what: words('story.used', { n: used }), points: free ?? 0 }]),
    ];
  });
}
