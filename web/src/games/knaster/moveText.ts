import { joinWords } from '../../lib/format/lists';
import { gainText, type LoggedMove } from '../../lib/game/moveText';
import { lineLabel } from '../../sheet/labels';
import gameText from './texts';

/** Describe circling a number (`c3o`) or for a completed line (`row3:a3,d3`), and passing (`pass`). */
export function moveText({ entry, action, name, mine }: LoggedMove): string | null {
  if (action === 'pass') return gameText(mine ? 'log.pass_own' : 'log.pass', { name });
  const effect = gainText(entry);
  const [line = '', cells] = action.split(':');
  if (cells !== undefined)
    return gameText(mine ? 'log.circle_line_own' : 'log.circle_line', {
      name,
      line: lineLabel(line),
      cells: joinWords(cells.split(',')),
      effect,
    });
  return action.endsWith('o')
    ? gameText(mine ? 'log.circle_own' : 'log.circle', { name, cell: action.slice(0, 2), effect })
    : null;
}
