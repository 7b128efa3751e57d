import { actionDieLabel } from '../../dice/actionDice';
import { colourLabel, type Colour } from '../../dice/colours';
import { t } from '../../i18n';
import { fieldLabel } from '../../sheet/labels';
import { choiceWords } from '../../i18n/pages';

/** Describe an action in a few words, for the coach's lists. */
export function choiceText(action: string, game: string, names: readonly string[]): string {
  const [head = '', second = '', third = ''] = action.split('.');
  const cells = /^(?:\w+:)([a-e][1-5](?:,[a-e][1-5])*)$/.exec(action)?.[1] ?? /^([a-e][1-5])o$/.exec(action)?.[1];
  if (cells) return choiceWords('circle', { cells: cells.split(',').join(', ') });
  const [, cell, colour] = /^([a-e][1-5])([kbgyr])?$/.exec(action) ?? [];
  if (cell) return colour ? choiceWords('with_colour', { cell, colour: colourLabel(colour as Colour) }) : cell;
  const [, kind, dice = ''] = /^([kf])([1-6]*)$/.exec(action) ?? [];
  if (kind) {
    if (kind === 'k' && !dice) return choiceWords('keep_none');
    return choiceWords(kind === 'k' ? 'keep' : 'free', { dice: [...dice].join(' ') || '–' });
  }
  if (action === 'roll' || action === 'end' || action === 'pass') return choiceWords(action);
  if (['steal', 'freeze', 'cross', 'shift', 'swap'].includes(head)) {
    const die = actionDieLabel(head as Parameters<typeof actionDieLabel>[0]);
    const name = names[Number(second)] ?? '';
    if (third) return choiceWords('of_row', { die, field: fieldLabel(third, game), name });
    return second ? choiceWords('of_seat', { die, name }) : die;
  }
  const field = fieldLabel(head, game);
  return second ? t('score.place', { field, n: Number(second) }) : field;
}
