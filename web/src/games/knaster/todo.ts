import { infoOf } from '../../lib/position';
import { lineLabel } from '../../sheet/names';
import type { Position } from '../../wire';
import { circling, dueOf, waysByLine } from './circling.svelte';
import words from './words';

/** Writing, circling, working off a completed line, or passing. */
export function todo(position: Position): string | null {
  const actions = position.choices.map((choice) => choice.action);
  if (actions.length === 0) return null;
  const { line } = circling.of(position);
  if (line !== undefined) {
    const text = words('todo.line', { n: dueOf(position), line: lineLabel(line) });
    return waysByLine(position).size > 1 ? `${text} ${words('todo.other_line')}` : text;
  }
  if (actions.includes('pass')) return words('pass_why');
  const number = infoOf(position).number ?? 0;
  const circle = actions.some((action) => action.endsWith('o'));
  const write = actions.some((action) => !action.endsWith('o'));
  if (!circle) return words('todo.write', { number });
  // In English, eight and eleven begin with a vowel.
  const one = words(number === 8 || number === 11 ? 'todo.one_vowel' : 'todo.one', { number });
  return write ? words('todo.either', { number, one }) : words('todo.circle', { one });
}
