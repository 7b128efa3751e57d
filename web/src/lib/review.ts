// What the coach says of a finished game, as the page draws it.

import { extras } from '../games';
import type { CoachDecision, CoachLedger, CoachReview, CoachSeat } from '../wire';

/** Where a curve stands from a step on. */
export interface Point {
  at: number;
  value: number;
  /** By how much it may be off, one standard error. */
  band: number;
}

export type Grade = CoachDecision['grade'];

/** The classes of decisions that are marked, and their marks. */
export const MARKS: Partial<Record<Grade, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Whether a decision is as good as one can ask for. */
export function isGood({ grade }: CoachDecision): boolean {
  return grade === 'best' || grade === 'good';
}

/** The decision that was taken in a step. */
export function decisionAt(review: CoachReview, at: number): CoachDecision | undefined {
  return review.decisions.find((decision) => decision.event === at);
}

/** The action that would have been better: for points or, where those are equal, to win; null if there was none. */
export function betterThan({ played, best, loss, win_loss }: CoachDecision): string | null {
  const [most] = best;
  if (most && loss > 0.005) return most.action === played.action ? null : most.action;
  if (!win_loss || win_loss < 0.0005) return null;
  const wins = best.toSorted((a, b) => (b.win ?? 0) - (a.win ?? 0))[0];
  return wins && (wins.win ?? 0) > (played.win ?? 0) ? wins.action : null;
}

/** The decisions of a seat that are marked, in order. */
export function marked(review: CoachReview, seat: number): CoachDecision[] {
  return review.decisions.filter((decision) => decision.seat === seat && decision.grade in MARKS);
}

/** Of these the ones to draw at their places: the worst, as many as keep a distance of each other, in pixels. */
export function apart(
  mistakes: readonly CoachDecision[],
  place: (mistake: CoachDecision) => { x: number; y: number },
  { across, down }: { across: number; down: number },
): CoachDecision[] {
  const grades = Object.keys(MARKS);
  const worst = mistakes.toSorted((a, b) => grades.indexOf(b.grade) - grades.indexOf(a.grade) || b.loss - a.loss);
  const drawn: { mistake: CoachDecision; x: number; y: number }[] = [];
  for (const mistake of worst) {
    const { x, y } = place(mistake);
    if (drawn.every((other) => Math.abs(other.x - x) >= across || Math.abs(other.y - y) >= down))
      drawn.push({ mistake, x, y });
  }
  return drawn.map(({ mistake }) => mistake);
}

/** What a seat could expect as its final score, from the start on. */
export function expected(review: CoachReview, seat: number): Point[] {
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
  // How far the first estimate may be off shows with the first decision.
  if (points[0]) points[0].band = points.find((point) => point.band > 0)?.band ?? 0;
  return points;
}

/** How likely a seat was to win, in percent, where that is known. */
export function chances(review: CoachReview, seat: number): Point[] {
  return review.decisions
    .filter((each) => each.seat === seat && each.played.win !== null)
    .map(({ event, played }) => ({
      at: event,
      value: 100 * (played.win ?? 0),
      band: 100 * (played.win_uncertainty ?? 0),
    }));
}

/** What most made the result of somebody who played alone, and how many points that is. */
export function cause({ luck, decisions }: CoachLedger): ['lucky' | 'unlucky' | 'wasteful', number] {
  if (-decisions > Math.abs(luck)) return ['wasteful', -decisions];
  return [luck < 0 ? 'unlucky' : 'lucky', Math.abs(luck)];
}

/** What the others' part of a seat's points comes from: how fast they fill, what was done by attacks, or that none was. */
export function othersPart(review: CoachReview, { seat, ledger }: CoachSeat): 'attacks' | 'pace' | 'spared' {
  const isAttack = extras[review.game]?.isAttack;
  if (!isAttack) return 'pace';
  const concerned = review.decisions.some(({ seat: by, played: { action } }) => {
    const target = action.split('.')[1];
    return isAttack(action) && (by === seat || target === undefined || Number(target) === seat);
  });
  return concerned || ledger.others < 0 ? 'attacks' : 'spared';
}

/** A curve as a staircase: from each point on it stands there until the next, the last one to the `end`. */
export function stairs(points: readonly Point[], end: number): Point[] {
  return points.flatMap((point, i) => [point, { ...point, at: points[i + 1]?.at ?? end }]);
}

/** Round numbers between two others for the lines of a chart, not many. */
export function scale(low: number, high: number): number[] {
  const rough = Math.max(high - low, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power;
  const first = Math.ceil(low / step) * step;
  return Array.from({ length: Math.floor((high - first) / step) + 1 }, (_, i) => first + i * step);
}
