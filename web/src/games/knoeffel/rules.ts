// What the how-to and the rules on printed pads share.
import { t } from '../../i18n';
import { fullHousePoints } from '../../sheet/labels';
import type { ScoringRow } from '../../howto/scoringRow';
import type { GameRules, Options } from '../types';
import { infoOf, sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import { type FreeRolls, hasOneField, type KnoeffelSheet } from './types';
import gameText from './texts';

/** What scores, with examples. */
export const scoring = (options: Options = {}): ScoringRow[] => [
  { label: `${t('field.1s')} – ${t('field.6s')}`, points: t('howto.upper'), dice: [4, 4, 4, 1, 6] },
  { label: t('score.bonus'), points: gameText('howto.bonus') },
  { label: t('field.3k'), points: t('howto.sum_all'), dice: [5, 5, 5, 2, 3] },
  { label: t('field.4k'), points: t('howto.sum_all'), dice: [6, 6, 6, 6, 1] },
  { label: t('field.fh'), points: fullHousePoints(options), dice: [2, 2, 2, 5, 5] },
  { label: t('field.ss'), points: '30', dice: [1, 2, 3, 4, 6] },
  { label: t('field.ls'), points: '40', dice: [2, 3, 4, 5, 6] },
  {
    label: 'Knöffel',
    points: options.knoeffel === 'player' ? gameText('howto.once') : '20',
    dice: [3, 3, 3, 3, 3],
  },
  { label: t('field.ch'), points: t('howto.sum_all'), dice: [6, 4, 5, 2, 6] },
];

/** The texts about free rolls, by the option `free_rolls`. */
const FREE_ROLLS = { column: 'howto.t3', player: 'rules.free_one_field', player_fields: 'rules.free_shared' } as const;

function freeRolls(position: Position): keyof typeof FREE_ROLLS {
  if (!infoOf<FreeRolls>(position).free_rolls_shared) return 'column';
  const sheet = sheetOf<KnoeffelSheet>(position, 0);
  return sheet && hasOneField(sheet) ? 'player' : 'player_fields';
}

export default {
  turn: (position) => [gameText('howto.t1'), gameText('rules.enter'), gameText(FREE_ROLLS[freeRolls(position)])],
  scoring: (options) => scoring(options).map((row) => (row.dice ? row : { ...row, points: gameText('rules.bonus') })),
  extras: ({ free_rolls }) => [gameText(FREE_ROLLS[free_rolls as keyof typeof FREE_ROLLS])],
} satisfies GameRules;
