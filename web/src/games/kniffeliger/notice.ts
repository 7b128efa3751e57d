import type { Notice } from '..';
import { actionDieLabel } from '../../dice/actionDice';
import { infoOf } from '../../lib/position';
import type { Position } from '../../wire';
import { aimedAt } from './aim.svelte';
import words from './words';

/** What may be done with action dice; while one is aimed, that a row is to be chosen. */
export function notice(position: Position): Notice | null {
  const { turn, seat, choices } = position;
  const aimed = aimedAt(position);
  if (aimed) return { text: words('aim', { die: actionDieLabel(aimed) }), begun: true };
  if (turn.kind !== 'decide' || seat === null || !turn.seats.includes(seat)) return null;
  const { stage } = infoOf<{ stage: string }>(position);
  if (stage === 'shifting') return { text: words('now.shift'), begun: false };
  if (stage === 'entered') return { text: words('now.end'), begun: false };
  if (choices.some((choice) => choice.action === 'roll')) return { text: words('now.begin'), begun: false };
  return null;
}
