import { gained, list, type SeenMove } from '../../lib/moves';
import { lineLabel } from '../../sheet/names';
import words from './words';

/** Circling a number (`c3o`) or what a completed line earned (`row3:a3,d3`), and passing (`pass`). */
export function moveText({ entry, action, name, mine }: SeenMove): string | null {
  if (action === 'pass') return words(mine ? 'log.pass_own' : 'log.pass', { name });
  const effect = gained(entry);
  const [line = '', cells] = action.split(':');
  if (cells !== undefined)
    return words(mine ? 'log.circle_line_own' : 'log.circle_line', {
      name,
      line: lineLabel(line),
      cells: list(cells.split(',')),
      effect,
    });
  return action.endsWith('o')
    ? words(mine ? 'log.circle_own' : 'log.circle', { name, cell: action.slice(0, 2), effect })
    : null;
}
