// The rolls of a game that mattered most to a player.

import type { CoachReview } from '../../wire';

/** A roll that changed the expected points. */
export interface DecisiveRoll {
  kind: 'lucky' | 'unlucky';
  event: number;
  points: number;
}

/** Smaller changes, in points, do not matter. */
const LEAST = 0.5;

/** The luckiest roll and the unluckiest one of a seat, as far as they matter, in order of play. */
export function findRolls(review: CoachReview, seat: number): DecisiveRoll[] {
  const rolls = review.changes
    .filter((change) => change.seat === seat && change.kind === 'luck')
    .toSorted((a, b) => b.points - a.points);
  const [best, worst] = [rolls[0], rolls.at(-1)];
  const found: DecisiveRoll[] = [];
  if (best && best.points >= LEAST) found.push({ kind: 'lucky', event: best.event, points: best.points });
  if (worst && worst.points <= -LEAST) found.push({ kind: 'unlucky', event: worst.event, points: worst.points });
  return found.toSorted((a, b) => a.event - b.event);
}
