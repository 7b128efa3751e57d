// What the how-to and the rules on printed pads share.
import { ACTION_DICE, actionDieLabel } from '../../dice/actionDice';
import { t } from '../../i18n';
import { fullHousePoints } from '../../sheet/labels';
import type { ScoringRow } from '../../howto/scoringRow';
import type { GameRules, Options } from '../types';
import gameText from './texts';

/** What scores, with examples. */
export const scoring = (options: Options = {}): ScoringRow[] => [
  { label: `${t('field.1s')} – ${t('field.6s')}`, points: t('howto.upper'), dice: [4, 4, 4, 1, 6] },
  { label: `${t('field.3k')}, ${t('field.4k')}`, points: t('howto.sum_all'), dice: [5, 5, 5, 2, 3] },
  { label: t('field.ch'), points: t('howto.sum_all'), dice: [6, 4, 5, 2, 6] },
  { label: t('field.fh'), points: fullHousePoints(options), dice: [2, 2, 2, 5, 5] },
  { label: t('field.ss'), points: '30', dice: [1, 2, 3, 4, 6] },
  { label: t('field.ls'), points: '40', dice: [2, 3, 4, 5, 6] },
  { label: 'Kniffeliger', points: '50', dice: [3, 3, 3, 3, 3] },
  { label: t('field.pi'), points: gameText('howto.pi'), dice: [3, 1, 4, 1, 5] },
];

/** What the options change about an action die. */
function effect(die: (typeof ACTION_DICE)[number] | 'all', { cross_out, freeze }: Options) {
  if (die === 'cross' && (cross_out === 'filled' || cross_out === 'any')) return `howto.cross.${cross_out}` as const;
  return die === 'freeze' && freeze === 'next_round' ? 'howto.freeze.next_round' : (`howto.${die}` as const);
}

/** What each action die does. */
export const actions = (options: Options = {}): ScoringRow[] =>
  [...ACTION_DICE, 'all' as const].map((die) => ({
    label: actionDieLabel(die),
    icon: die,
    points: gameText(effect(die, options)),
  }));

export default {
  turn: () => [gameText('howto.t1'), gameText('howto.t2'), gameText('howto.t3')],
  scoring,
  actions,
} satisfies GameRules;
