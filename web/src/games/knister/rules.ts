// What the how-to and the rules on printed pads share.
import { t } from '../../i18n';
import type { ScoringRow } from '../../howto/scoringRow';
import type { GameRules } from '../types';
import gameText from './texts';

/** What scores, with examples. */
export const scoring = (): ScoringRow[] => [
  { label: t('combo.pair'), points: '1', cells: [4, 5, 6, 7, 5] },
  { label: t('combo.two_pairs'), points: '3', cells: [5, 6, 6, 10, 5] },
  { label: t('combo.three'), points: '3', cells: [7, 8, 7, 7, 4] },
  { label: t('combo.four'), points: '6', cells: [6, 3, 6, 6, 6] },
  { label: t('combo.full_house'), points: '8', cells: [4, 9, 4, 4, 9] },
  { label: t('combo.straight_with_7'), points: '8', cells: [7, 10, 8, 6, 9] },
  { label: t('combo.five'), points: '10', cells: [8, 8, 8, 8, 8] },
  { label: t('combo.straight_without_7'), points: '12', cells: [3, 5, 6, 2, 4] },
];

export default {
  turn: () => [gameText('howto.t1'), gameText('howto.t2')],
  scoring,
  notes: () => [gameText('howto.score')],
} satisfies GameRules;
