import { t } from '../i18n';
import { infoOf } from '../lib/position';
import type { Position } from '../wire';

/** What the dice in the tray are about, in words; empty where there is nothing to say. */
export function situation(position: Position, names: string[]): string {
  const { turn, last_roll: last } = position;
  const name = (seat: number | null) => names[seat ?? -1] ?? '';
  if (turn.kind === 'over') return '';
  if (turn.kind === 'chance' && turn.die === 'action') return t('now.action_die', { name: name(turn.seat) });
  const thrown = last ? t('now.thrown', { name: name(last.seat) }) : '';
  return infoOf(position).final ? `${thrown} – ${t('now.last')}` : thrown;
}
