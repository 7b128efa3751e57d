import { ACTION_DICE } from '../../dice/actionDice';
import { locale } from '../../i18n';
import type { SheetTransfer } from '../../lib/game/newsQueue.svelte';
import type { LoggedMove } from '../../lib/game/moveText';
import { fieldLabel, points } from '../../sheet/labels';
import gameText from './texts';

/** The possessive of a name, such as "Anna's". */
function possessive(name: string): string {
  return gameText(locale() === 'de' && /[sßxz]$/i.test(name) ? 'whose_s' : 'whose', { name });
}

/** True if the action plays an action die. */
export function isAttack(action: string): boolean {
  return ACTION_DICE.some((die) => die === action.split('.')[0]);
}

/** A stolen row goes to the thief, a swap exchanges sheets, and a shift passes each sheet to the next seat. */
export function sheetTransfers(action: string, seat: number, seats: number): SheetTransfer[] {
  const [word, target, row] = action.split('.');
  const other = Number(target);
  switch (word) {
    case 'steal':
      return [{ from: other, to: seat, row }];
    case 'swap':
      return [
        { from: seat, to: other },
        { from: other, to: seat },
      ];
    case 'shift':
      return Array.from({ length: seats }, (_, from) => ({ from, to: (from + 1) % seats }));
    default:
      return [];
  }
}

/** Describe the start and end of a turn (`roll`, `end`) and action dice (`steal.1.fh`, `freeze.1.fh`, `shift`, `swap.1`). */
export function moveText({ entry, action, game, name, names, own, mine }: LoggedMove): string | null {
  const [word = '', target = '', row = ''] = action.split('.');
  const other = names[Number(target)] ?? '';
  const field = fieldLabel(row, game);
  const you = own !== null && target === String(own);
  switch (word) {
    case 'roll':
      return gameText(mine ? 'log.begin_own' : 'log.begin', { name });
    case 'end':
      if (entry.declines) return gameText(mine ? 'log.decline_own' : 'log.decline', { name });
      return gameText(mine ? 'log.end_own' : 'log.end', { name });
    case 'shift':
      return gameText(mine ? 'log.shift_own' : 'log.shift', { name });
    case 'swap':
      return you ? gameText('log.swap_you', { name }) : gameText(mine ? 'log.swap_own' : 'log.swap', { name, other });
    case 'steal': {
      const effect = ` (${points(entry.writes ?? entry.gain ?? 0)})`;
      if (you) return gameText('log.steal_you', { name, field, effect });
      return gameText(mine ? 'log.steal_own' : 'log.steal', { name, whose: possessive(other), field, effect });
    }
    case 'freeze':
    case 'cross':
      if (you) return gameText(`log.${word}_you`, { name, field });
      return gameText(mine ? `log.${word}_own` : `log.${word}`, { name, whose: possessive(other), field });
    default:
      return null;
  }
}
