// What the how-to and the rules on printed pads share.
import type { ScoringRow } from '../../howto/scoringRow';
import type { GameRules } from '../types';
import gameText from './texts';

/** What scores, with examples. */
export const scoring = (): ScoringRow[] => [
  { label: '1', points: '1', cells: [5, 6, 9, 3, 7] },
  { label: '2', points: '3', cells: [5, 6, 7, 3, 9] },
  { label: '3', points: '6', cells: [5, 6, 7, 8, 3] },
  { label: '4', points: '10', cells: [5, 6, 7, 6, 5] },
];

export default {
  turn: () => [gameText('howto.t2'), gameText('howto.t3'), gameText('howto.t4')],
  intro: () => `${gameText('howto.ticks')} –`,
  scoring: () => scoring().map((row, i) => ({ ...row, label: gameText('ticks', { n: i + 1 }) })),
  notes: () => [gameText('howto.rare')],
} satisfies GameRules;
