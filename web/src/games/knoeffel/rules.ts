// What the how-to and the rules on printed pads share.
import { t } from '../../i18n';
import { fullHousePoints } from '../../sheet/labels';
import type { ScoringRow } from '../../howto/scoringRow';
import type { GameRules, Options } from '../types';
import { infoOf, sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import { type FreeRolls, hasFreeRolls, hasOneField, type KnoeffelSheet } from './types';
import gameText from './texts';

const knoeffelPoints = (options: Options) => Number(options.knoeffel_points ?? 20);

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
    points:
      options.knoeffel === 'player'
        ? gameText('howto.once', { n: knoeffelPoints(options) })
        : String(knoeffelPoints(options)),
    dice: [3, 3, 3, 3, 3],
  },
  { label: t('field.ch'), points: t('howto.sum_all'), dice: [6, 4, 5, 2, 6] },
];

/** The texts about free rolls, by the option `free_rolls`. */
const FREE_ROLLS = { column: 'howto.t3', player: 'rules.free_one_field', player_fields: 'rules.free_shared' } as const;

function freeRolls(position: Position): keyof typeof FREE_ROLLS | 'none' {
  if (!hasFreeRolls(infoOf<FreeRolls>(position))) return 'none';
  if (!infoOf<FreeRolls>(position).free_rolls_shared) return 'column';
  const sheet = sheetOf<KnoeffelSheet>(position, 0);
  return sheet && hasOneField(sheet) ? 'player' : 'player_fields';
}

/** What the options add to a turn: free rolls and jokers. */
function extras({ free_rolls, joker }: Options): string[] {
  const found = FREE_ROLLS[free_rolls as keyof typeof FREE_ROLLS] as (typeof FREE_ROLLS)['column'] | undefined;
  return [
    ...(found ? [gameText(found)] : []),
    ...(joker === 'free' || joker === 'forced' ? [gameText(`rules.joker_${joker}`)] : []),
  ];
}

export default {
  turn: (position) => [
    gameText('howto.t1'),
    gameText('rules.enter'),
    ...extras({ joker: infoOf<{ joker: string }>(position).joker, free_rolls: freeRolls(position) }),
  ],
  scoring: (options) => scoring(options).map((row) => (row.dice ? row : { ...row, points: gameText('rules.bonus') })),
  extras,
} satisfies GameRules;
