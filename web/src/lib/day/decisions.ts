// The decisions of a game that mattered most.

import type { CoachDecision, CoachReview } from '../../wire';
import { formatError } from '../review/review';

/** How much better the best choice was than the next one, in points. */
export function lead({ best }: CoachDecision): number {
  const [first, second] = best;
  return first && second ? first.points - second.points : 0;
}

/** The decisions of a seat that were best and hardest to replace: the best choice was taken, and the next was worst. */
export function bestDecisions(review: CoachReview, seat: number, most = 2): CoachDecision[] {
  return review.decisions
    .filter((each) => each.seat === seat && each.played.action === each.best[0]?.action && lead(each) > 0)
    .toSorted((a, b) => lead(b) - lead(a))
    .slice(0, most);
}

/** The decisions of a seat that cost most. */
export function worstDecisions(review: CoachReview, seat: number, most = 2): CoachDecision[] {
  return review.decisions
    .filter((each) => each.seat === seat && formatError(each) !== null)
    .toSorted((a, b) => b.error - a.error)
    .slice(0, most);
}
