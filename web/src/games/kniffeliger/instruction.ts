import { type ActionDie, actionDieLabel } from '../../dice/actionDice';
import { t } from '../../i18n';
import { joinWords } from '../../lib/format/lists';
import { infoOf, sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import { actionDraft, aimedDie, refusedDie, actionsWith } from './actionDraft.svelte';
import type { KniffeligerSheet } from './types';
import gameText from './texts';

export type Stage = 'before' | 'rolling' | 'rolled' | 'action_die' | 'entered' | 'shifting' | 'over';

const stageOf = (position: Position) => infoOf<{ stage: Stage }>(position).stage;

/** Explain why an action die cannot be played now. */
function explainRefusal(position: Position, die: ActionDie): string {
  const sheet = position.seat === null ? null : sheetOf<KniffeligerSheet>(position, position.seat);
  const label = { die: actionDieLabel(die) };
  const stage = stageOf(position);
  if (!sheet?.action_dice[die]) return gameText(sheet?.action_dice_next_round[die] ? 'why.next' : 'why.none', label);
  if (position.seat === null || !position.turn.seats.includes(position.seat)) return gameText('why.turn', label);
  if (die === 'shift' || die === 'swap') return gameText('why.shifting', label);
  if (stage === 'shifting') return gameText('why.main', label);
  return gameText(die === 'steal' && stage !== 'before' ? 'why.steal' : 'why.target', label);
}

/** The playable ones of these dice, with their number. */
function playable(position: Position, dice: readonly ActionDie[]): string[] {
  const { action_dice: hand } = sheetOf<KniffeligerSheet>(position, position.seat ?? -1) ?? {};
  return dice
    .filter((die) => actionsWith(position, die).length > 0)
    .map((die) => ((hand?.[die] ?? 0) > 1 ? `${hand?.[die]} × ${actionDieLabel(die)}` : actionDieLabel(die)));
}

/** What to do with action dice; null if only dice and rows matter. */
export function instruction(position: Position, names: string[]): string | null {
  const refused = refusedDie.of(position);
  if (refused) return explainRefusal(position, refused);
  const aimed = aimedDie(position);
  if (aimed) {
    const seats = new Set(actionsWith(position, aimed).map((action) => Number(action.split('.')[1])));
    return gameText('aim', {
      die: actionDieLabel(aimed),
      names: joinWords([...seats].map((seat) => names[seat] ?? '')),
    });
  }
  if (actionDraft.of(position) === 'swap') return gameText('hand.partner');
  if (position.choices.length === 0) return null;
  const stage = stageOf(position);
  if (stage === 'shifting') {
    const dice = playable(position, ['shift', 'swap']);
    return dice.length > 0 ? gameText('now.shift', { dice: joinWords(dice) }) : gameText('now.end');
  }
  if (position.choices.some((choice) => choice.action === 'roll')) return gameText('now.begin');
  if (stage === 'entered' || stage === 'before') return gameText('now.end');
  return position.choices.some((choice) => /^k[1-6]*$/.test(choice.action)) ? null : t('todo.write');
}
