// What a player can learn from a game: the decisions to look at again, with their positions.

import type { Replay } from '../records/replay';
import { DecisionMarks } from '../../sheet/decisionMarks';
import { infoOf } from '../game/position';
import type { CoachDecision, CoachReview, Position } from '../../wire';

/** Where a player is in a lesson. */
export interface LessonPlace {
  /** The number of the moment, from 0. */
  moment: number;
  /** The events of the moments whose answers were shown. */
  answered: readonly number[];
  /** The last step was to a later moment. */
  forwards: boolean;
}

/** The decisions of a seat that cost or decided most, in order of play. */
export function findMoments(review: CoachReview, seat: number): CoachDecision[] {
  const events = review.seats.find((each) => each.seat === seat)?.lesson.moments ?? [];
  return review.decisions.filter((each) => each.seat === seat && events.includes(each.event));
}

/** The position in which a decision was made, as the replay shows it. */
export function decisionPosition(replay: Replay, { event }: CoachDecision): Position {
  return replay.shownAt(event);
}

/** The marks of the action that was played and of the better one. */
export function marksOf(position: Position, { seat, played, better }: CoachDecision): DecisionMarks {
  return new DecisionMarks({
    seat,
    seats: position.sheets.length,
    played: played.action,
    better: better?.action ?? null,
    writes: () => infoOf(position).number ?? null,
  });
}
