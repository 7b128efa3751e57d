// What the how-to and the rules on printed pads share.
import { t } from '../../i18n';
import type { ScoringRow } from '../../howto/scoringRow';
import type { GameRules } from '../types';
import { infoOf, sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import { type FreeRolls, hasOneField, type KnoeffelSheet } from './types';
import gameText from './texts';

/** What scores, with examples. */
export const scoring = (): ScoringRow[] => [
  { label: `${t('field.1s')} – ${t('field.6s')}`, points: t('howto.upper'), dice: [4, 4, 4, 1, 6] },
  { label: t('score.bonus'), points: gameText('howto.bonus') },
  { label: t('field.3k'), points: t('howto.sum_all'), dice: [5, 5, 5, 2, 3] },
  { label: t('field.4k'), points: t('howto.sum_all'), dice: [6, 6, 6, 6, 1] },
  { label: t('field.fh'), points: '25', dice: [2, 2, 2, 5, 5] },
  { label: t('field.ss'), points: '30', dice: [1, 2, 3, 4, 6] },
  { label: t('field.ls'), points: '40', dice: [2, 3, 4, 5, 6] },
  { label: 'Knöffel', points: '20', dice: [3, 3, 3, 3, 3] },
  { label: t('field.ch'), points: t('howto.sum_all'), dice: [6, 4, 5, 2, 6] },
];

/** The text about free rolls, by whether they and their field are for all columns. */
function freeRolls(position: Position): 'howto.t3' | 'rules.free_shared' | 'rules.free_one_field' {
  if (!infoOf<FreeRolls>(position).free_rolls_shared) return 'howto.t3';
  const sheet = sheetOf<KnoeffelSheet>(position, 0);
  return sheet && hasOneField(sheet) ? 'rules.free_one_field' : 'rules.free_shared';
}

export default {
  turn: (position) => [gameText('howto.t1'), gameText('rules.enter'), gameText(freeRolls(position))],
  scoring: () => scoring().map((row) => (row.dice ? row : { ...row, points: gameText('rules.bonus') })),
} satisfies GameRules;
