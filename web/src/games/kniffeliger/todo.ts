import { type ActionDie, actionDieLabel } from '../../dice/actionDice';
import { t } from '../../i18n';
import { list } from '../../lib/moves';
import { infoOf, sheetOf } from '../../lib/position';
import type { Position } from '../../wire';
import { aim, aimedAt, refused, waysOf } from './aim.svelte';
import type { KniffeligerSheet } from './types';
import words from './words';

export type Stage = 'before' | 'rolling' | 'rolled' | 'action_die' | 'entered' | 'shifting' | 'over';

const stageOf = (position: Position) => infoOf<{ stage: Stage }>(position).stage;

/** Why an action die cannot be played now. */
function why(position: Position, die: ActionDie): string {
  const sheet = position.seat === null ? null : sheetOf<KniffeligerSheet>(position, position.seat);
  const label = { die: actionDieLabel(die) };
  const stage = stageOf(position);
  if (!sheet?.action_dice[die]) return words(sheet?.action_dice_next_round[die] ? 'why.next' : 'why.none', label);
  if (position.seat === null || !position.turn.seats.includes(position.seat)) return words('why.turn', label);
  if (die === 'shift' || die === 'swap') return words('why.shifting', label);
  if (stage === 'shifting') return words('why.main', label);
  return words(die === 'steal' && stage !== 'before' ? 'why.steal' : 'why.target', label);
}

/** Those of these dice that can be played now, with how many there are. */
function held(position: Position, dice: readonly ActionDie[]): string[] {
  const { action_dice: hand } = sheetOf<KniffeligerSheet>(position, position.seat ?? -1) ?? {};
  return dice
    .filter((die) => waysOf(position, die).length > 0)
    .map((die) => ((hand?.[die] ?? 0) > 1 ? `${hand?.[die]} × ${actionDieLabel(die)}` : actionDieLabel(die)));
}

/** What is to be done with action dice; null where only dice and rows matter. */
export function todo(position: Position, names: string[]): string | null {
  const asked = refused.of(position);
  if (asked) return why(position, asked);
  const aimed = aimedAt(position);
  if (aimed) {
    const seats = new Set(waysOf(position, aimed).map((action) => Number(action.split('.')[1])));
    return words('aim', { die: actionDieLabel(aimed), names: list([...seats].map((seat) => names[seat] ?? '')) });
  }
  if (aim.of(position) === 'swap') return words('hand.partner');
  if (position.choices.length === 0) return null;
  const stage = stageOf(position);
  if (stage === 'shifting') return words('now.shift', { dice: list(held(position, ['shift', 'swap'])) });
  if (position.choices.some((choice) => choice.action === 'roll')) return words('now.begin');
  if (stage === 'entered' || stage === 'before') return words('now.end');
  return position.choices.some((choice) => /^k[1-6]*$/.test(choice.action)) ? null : t('todo.write');
}
