import { t } from '../../i18n';
import { infoOf } from '../../lib/game/position';
import { lineLabel } from '../../sheet/labels';
import type { Position } from '../../wire';
import { circlingDraft, dueCircles, waysByLine } from './circlingDraft.svelte';
import gameText from './texts';

/** Write, circle, circle for a completed line, or pass. */
export function instruction(position: Position): string | null {
  const actions = position.choices.map((choice) => choice.action);
  if (actions.length === 0) return null;
  const { line } = circlingDraft.of(position);
  if (line !== undefined) {
    const text = gameText('todo.line', { n: dueCircles(position), line: lineLabel(line) });
    return waysByLine(position).size > 1 ? `${text} ${gameText('todo.other_line')}` : text;
  }
  if (actions.includes('pass')) return gameText('pass_why');
  const number = infoOf(position).number ?? 0;
  const circle = actions.some((action) => action.endsWith('o'));
  const write = actions.some((action) => !action.endsWith('o'));
  if (!circle) return t('todo.number', { number });
  // In English, eight and eleven begin with a vowel.
  const one = gameText(number === 8 || number === 11 ? 'todo.one_vowel' : 'todo.one', { number });
  return write ? gameText('todo.either', { number, one }) : gameText('todo.circle', { one });
}
