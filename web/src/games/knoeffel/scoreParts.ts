import type { ScorePart } from '../types';
import { t } from '../../i18n';
import { infoOf, sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import type { KnoeffelSheet } from './types';
import gameText from './texts';

/** For each column: both halves, the bonus or what it missed, and the unused free rolls. */
export function scoreParts(position: Position, seat: number): ScorePart[] {
  const columns = sheetOf<KnoeffelSheet>(position, seat)?.columns ?? [];
  const { bonus_from: from } = infoOf<{ bonus_from: number }>(position);
  return columns.flatMap((column, i): ScorePart[] => {
    const place = (field: string) => (columns.length > 1 ? t('score.place', { field, n: i + 1 }) : field);
    const { free_rolls_used: used, free_roll_points: free, joker_points: jokers } = column;
    const lower = column.total - column.upper - column.bonus - (free ?? 0) - (jokers ?? 0);
    return [
      { label: place(t('score.upper')), detail: '', points: column.upper },
      {
        label: place(t('score.bonus')),
        detail: column.bonus
          ? t('score.bonus_progress', { upper: column.upper, from })
          : t('story.missed', { n: from - column.upper }),
        points: column.bonus,
      },
      { label: place(gameText('story.lower')), detail: '', points: lower },
      ...(jokers === null ? [] : [{ label: place(gameText('jokers')), detail: '', points: jokers }]),
      ...(used === null
        ? []
        : [{ label: place(gameText('free_rolls')), detail: gameText('story.used', { n: used }), points: free ?? 0 }]),
    ];
  });
}
