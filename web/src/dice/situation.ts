import { infoOf } from '../games/types';
import { t } from '../i18n';
import type { Position } from '../wire';

/** What the dice in the tray are about, in words; empty where there is nothing to say. */
export function situation(position: Position, names: string[]): string {
  const { turn, seat, choices, last_roll: last } = position;
  const info = infoOf(position);
  const name = (other: number | null | undefined) => names[other ?? -1] ?? '';
  if (turn.kind === 'over') return '';
  if (turn.kind === 'chance' && turn.die === 'action') return t('now.action_die', { name: name(turn.seat) });
  if (seat !== null && turn.seats.includes(seat)) {
    if (info.stage === 'shifting') return t('now.shift');
    if (info.stage === 'entered') return t('now.end');
    if (choices.some((choice) => choice.action === 'roll')) return t('now.begin');
  }
  const thrown = last ? t('now.thrown', { name: name(last.seat) }) : '';
  return info.final ? `${thrown} – ${t('now.last')}` : thrown;
}
