import { ACTION_DICE } from '../../dice/actionDice';
import { locale } from '../../i18n';
import type { Journey } from '../../lib/happenings';
import type { SeenMove } from '../../lib/moves';
import { fieldLabel, points } from '../../sheet/names';
import words from './words';

/** "Anna's", so that a row can follow. */
function whose(name: string): string {
  return words(locale() === 'de' && /[sßxz]$/i.test(name) ? 'whose_s' : 'whose', { name });
}

/** An action die was played; what it shows is the action's first word. */
export function isAttack(action: string): boolean {
  return ACTION_DICE.some((die) => die === action.split('.')[0]);
}

/** A stolen row goes to the thief, exchanged sheets cross, and a shift passes all on to the next seat. */
export function journeys(action: string, seat: number, seats: number): Journey[] {
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

/** Actions with the dice (`roll`, `end`) and with action dice (`steal.1.fh`, `freeze.1.fh`, `shift`, `swap.1`). */
export function moveText({ entry, action, game, name, names, own, mine }: SeenMove): string | null {
  const [word = '', target = '', row = ''] = action.split('.');
  const other = names[Number(target)] ?? '';
  const field = fieldLabel(row, game);
  const you = own !== null && target === String(own);
  switch (word) {
    case 'roll':
      return words(mine ? 'log.begin_own' : 'log.begin', { name });
    case 'end':
      if (entry.declines) return words(mine ? 'log.decline_own' : 'log.decline', { name });
      return words(mine ? 'log.end_own' : 'log.end', { name });
    case 'shift':
      return words(mine ? 'log.shift_own' : 'log.shift', { name });
    case 'swap':
      return you ? words('log.swap_you', { name }) : words(mine ? 'log.swap_own' : 'log.swap', { name, other });
    case 'steal': {
      const effect = ` (${points(entry.writes ?? entry.gain ?? 0)})`;
      if (you) return words('log.steal_you', { name, field, effect });
      return words(mine ? 'log.steal_own' : 'log.steal', { name, whose: whose(other), field, effect });
    }
    case 'freeze':
    case 'cross':
      if (you) return words(`log.${word}_you`, { name, field });
      return words(mine ? `log.${word}_own` : `log.${word}`, { name, whose: whose(other), field });
    default:
      return null;
  }
}
