// What an exercise asks, by the kind of its decision.

import { reviewText, trainingText } from '../../i18n/pages';
import type { Position } from '../../wire';
import { infoOf } from '../game/position';

/** Actions besides dice and entries, which only some games have. */
const OTHER = /^(roll|end|pass|steal|freeze|cross|shift|swap)\b/;

export function questionText(position: Position): string {
  const actions = position.choices.map((choice) => choice.action);
  const any = (form: RegExp) => actions.some((action) => form.test(action));
  if (any(OTHER)) return trainingText('lead');
  if (any(/^k[1-6]*$/)) return reviewText('ask_keep');
  if (any(/^f[1-6]*$/)) return reviewText('ask_free');
  if (any(/^[a-e][1-5][kbgyr]$/)) return reviewText('ask_die');
  if (any(/^\w+:/)) return reviewText('ask_circles');
  if (any(/^[a-e][1-5]o$/)) return reviewText(any(/^[a-e][1-5]$/) ? 'ask_circle' : 'ask_circles');
  const { number } = infoOf(position);
  if (number !== undefined && any(/^[a-e][1-5]$/)) return reviewText('ask_number', { number });
  return reviewText('ask_row');
}
