import { locale } from '../../i18n';
import type { SeenMove } from '../../lib/moves';
import { fieldLabel, points } from '../../sheet/names';
import words from './words';

/** "Anna's", so that a row can follow. */
function whose(name: string): string {
  return words(locale() === 'de' && /[sßxz]$/i.test(name) ? 'whose_s' : 'whose', { name });
}

/** Actions with the dice (`roll`, `end`) and with action dice (`steal.1.fh`, `freeze.1.fh`, `shift`, `swap.1`). */
export function moveText({ entry, action, game, name, names }: SeenMove): string | null {
  const [word = '', target = '', row = ''] = action.split('.');
  const other = names[Number(target)] ?? '';
  const field = fieldLabel(row, game);
  switch (word) {
    case 'roll':
      return words('log.begin', { name });
    case 'end':
      return words('log.end', { name });
    case 'shift':
      return words('log.shift', { name });
    case 'swap':
      return words('log.swap', { name, other });
    case 'steal': {
      const effect = ` (${points(entry.writes ?? entry.gain ?? 0)})`;
      return words('log.steal', { name, whose: whose(other), field, effect });
    }
    case 'freeze':
    case 'cross':
      return words(`log.${word}`, { name, whose: whose(other), field });
    default:
      return null;
  }
}
