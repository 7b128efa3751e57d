// The moments of a game that mattered most to a player: two rolls and a move.

import type { CoachDecision, CoachReview } from '../../wire';

/** A roll that changed the expected points, or a decision that lost some. */
export type Moment =
  | { kind: 'lucky' | 'unlucky'; event: number; points: number }
  | { kind: 'costly'; event: number; points: number; decision: CoachDecision };

/** Smaller changes, in points, are no moments. */
const LEAST = 0.5;

/** The luckiest roll, the unluckiest one and the costliest decision of a seat, as far as they matter, in order of play. */
export function findMoments(review: CoachReview, seat: number): Moment[] {
  const rolls = review.changes
    .filter((change) => change.seat === seat && change.kind === 'luck')
    .toSorted((a, b) => b.points - a.points);
  const [best, worst] = [rolls[0], rolls.at(-1)];
  const [decision] = review.decisions.filter((each) => each.seat === seat).toSorted((a, b) => b.loss - a.loss);
  const moments: Moment[] = [];
  if (best && best.points >= LEAST) moments.push({ kind: 'lucky', event: best.event, points: best.points });
  if (worst && worst.points <= -LEAST) moments.push({ kind: 'unlucky', event: worst.event, points: worst.points });
  if (decision && decision.loss >= LEAST)
    moments.push({ kind: 'costly', event: decision.event, points: decision.loss, decision });
  return moments.toSorted((a, b) => a.event - b.event);
}
