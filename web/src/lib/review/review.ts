// The coach's review of a finished game, as the page shows it.

import { gameExtras } from '../../games/extras';
import { reviewText } from '../../i18n/pages';
import { gameInfo } from '../connection/session.svelte';
import { formatNumber } from '../format/numbers';
import type { CoachDecision, CoachLedger, CoachReview, CoachSeat } from '../../wire';
import type { Point } from './chart';

export type Grade = CoachDecision['grade'];

/** What is known of the decisions of a game: all, or the mistakes that a review has found until now. */
export type Decisions = Pick<CoachReview, 'decisions'>;

/** The signs of the grades that are marked as mistakes, from the mildest to the worst. */
export const GRADE_SIGNS: Partial<Record<Grade, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** What a decision cost in points; null if that is next to nothing. */
export function formatError({ cost }: CoachDecision): string | null {
  const figure = formatNumber(cost);
  return figure === formatNumber(0) ? null : reviewText('lost', { figure });
}

export function isGood({ grade }: CoachDecision): boolean {
  return grade === 'best' || grade === 'good';
}

/** The action that the coach advises. */
export function bestAction({ better, played }: CoachDecision): string {
  return (better ?? played).action;
}

/** The decision that was made in a step. */
export function decisionAt(review: Decisions, at: number): CoachDecision | undefined {
  return review.decisions.find((decision) => decision.event === at);
}

/** The ledger in tenths of a point that still add up: the correction contains the rounding errors. */
export function roundedLedger(ledger: CoachLedger): CoachLedger {
  const tenths = (value: number) => Math.round(10 * value) / 10;
  const { start, luck, decisions, unknown, others } = ledger;
  const parts = [start, luck, decisions, unknown, others].map(tenths);
  return {
    start: tenths(start),
    luck: tenths(luck),
    decisions: tenths(decisions),
    unknown: tenths(unknown),
    others: tenths(others),
    correction: tenths(ledger.final - parts.reduce((sum, part) => sum + part, 0)),
    final: ledger.final,
  };
}

/** The mistakes of a seat, in order. */
export function findMistakes(review: Decisions, seat: number): CoachDecision[] {
  return review.decisions.filter((decision) => decision.seat === seat && decision.grade in GRADE_SIGNS);
}

/** A seat's expected final score during the game. */
export function expectedPoints(review: CoachReview, seat: number): Point[] {
  const points: Point[] = [{ at: 0, value: review.seats[seat]?.ledger.start ?? 0, band: 0 }];
  const bands = new Map(
    review.decisions.filter((each) => each.seat === seat).map((each) => [each.event, each.played.uncertainty]),
  );
  for (const change of review.changes) {
    if (change.seat !== seat) continue;
    const last = points.at(-1);
    const band = bands.get(change.event) ?? last?.band ?? 0;
    if (last?.at === change.event) Object.assign(last, { value: change.value, band });
    else points.push({ at: change.event, value: change.value, band });
  }
  // The uncertainty of the first estimate is known only from the first decision.
  if (points[0]) points[0].band = points.find((point) => point.band > 0)?.band ?? 0;
  return points;
}

/**
 * A seat's probability of winning in percent, where it is known: by the strength of all seats in this game if it
 * depends much on it.
 */
export function winProbabilities(review: CoachReview, seat: number): Point[] {
  if (review.chances.length > 0)
    return review.chances.map(({ event, wins }) => ({ at: event, value: 100 * (wins[seat] ?? 0), band: 0 }));
  return review.decisions
    .filter((each) => each.seat === seat && each.played.win !== null)
    .map(({ event, played }) => ({
      at: event,
      value: 100 * (played.win ?? 0),
      band: 100 * (played.win_uncertainty ?? 0),
    }));
}

/** The main cause of a solo result, and its size in points. */
export function mainCause({ luck, decisions }: CoachLedger): ['lucky' | 'unlucky' | 'wasteful', number] {
  if (-decisions > Math.abs(luck)) return ['wasteful', -decisions];
  return [luck < 0 ? 'unlucky' : 'lucky', Math.abs(luck)];
}

/**
 * How other players affected a seat's points: by action dice, by not playing action dice, by their pace in a
 * simultaneous game, or by the risks that the seat takes to beat them.
 */
export function othersEffect(review: CoachReview, { seat, ledger }: CoachSeat): 'attacks' | 'spared' | 'pace' | 'risk' {
  const isAttack = gameExtras[review.game]?.isAttack;
  if (!isAttack) return gameInfo(review.game)?.simultaneous ? 'pace' : 'risk';
  const concerned = review.decisions.some(({ seat: by, played: { action } }) => {
    const target = action.split('.')[1];
    return isAttack(action) && (by === seat || target === undefined || Number(target) === seat);
  });
  return concerned || ledger.others < 0 ? 'attacks' : 'spared';
}

export function worstFirst(mistakes: readonly CoachDecision[]): CoachDecision[] {
  const grades = Object.keys(GRADE_SIGNS);
  return mistakes.toSorted((a, b) => grades.indexOf(b.grade) - grades.indexOf(a.grade) || b.loss - a.loss);
}
