// What the how-to and the rules on printed pads share.
import { t } from '../../i18n';
import { circles } from '../../sheet/labels';
import type { ScoringRow } from '../../howto/scoringRow';
import type { GameRules } from '../types';
import gameText from './texts';

/** What scores, with examples. */
export const scoring = (): ScoringRow[] => [
  { label: t('combo.three'), points: circles(1), cells: [7, 8, 7, 7, 4] },
  { label: t('combo.two_pairs'), points: circles(1), cells: [5, 6, 6, 10, 5] },
  { label: t('combo.four'), points: circles(2), cells: [6, 3, 6, 6, 6] },
  { label: t('combo.full_house'), points: circles(2), cells: [4, 9, 4, 4, 9] },
  { label: t('combo.five'), points: circles(3), cells: [8, 8, 8, 8, 8] },
  { label: t('combo.straight'), points: circles(3), cells: [7, 10, 8, 6, 9] },
];

export default {
  turn: () => [gameText('howto.t1'), gameText('howto.t2'), gameText('howto.t3')],
  intro: () => gameText('howto.score'),
  scoring,
  notes: () => [gameText('howto.worth')],
} satisfies GameRules;
