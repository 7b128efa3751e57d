// A position in which somebody decides once more, and what their choice was worth.

import { Marks } from '../sheet/marks';
import { pencilled } from '../sheet/pencilled.svelte';
import type { CoachDecision, Position } from '../wire';
import { ApiError, fetchPosition, judgeAction } from './api';
import { reasonText } from './reasons';
import { betterThan } from './review';

/** The lines of a record before one of its events, counted from 1. */
export function until(record: string, event: number): string {
  return `${record.split('\n').slice(0, event).join('\n')}\n`;
}

export class Exercise<Verdict extends { decision: CoachDecision } = { decision: CoachDecision }> {
  readonly position: Position;
  readonly seat: number;
  /** What the choice was worth, once it is made. */
  verdict = $state.raw<Verdict | null>(null);
  busy = $state(false);
  problem = $state<string | null>(null);
  readonly #judge: (action: string) => Promise<Verdict>;

  constructor(position: Position, seat: number, judge: (action: string) => Promise<Verdict>) {
    this.position = position;
    this.seat = seat;
    this.#judge = judge;
  }

  /** The position of a record before one of its events, counted from 1, to be decided by a seat.
   *
   * @throws ApiError if the server refuses.
   */
  static async before(record: string, event: number, seat: number): Promise<Exercise> {
    const lines = until(record, event);
    const position = await fetchPosition(lines, seat);
    return new Exercise(position, seat, async (action) => ({ decision: await judgeAction(lines, seat, action) }));
  }

  /** Choose an action; the verdict follows. */
  async act(action: string): Promise<void> {
    if (this.busy || this.verdict) return;
    this.busy = true;
    this.problem = null;
    try {
      this.verdict = await this.#judge(action);
    } catch (error) {
      this.problem = reasonText(error instanceof ApiError ? error.reason : 'internal');
    } finally {
      this.busy = false;
    }
  }

  /** Let the same be decided again. */
  again(): void {
    pencilled.set(this.position, null);
    this.verdict = null;
  }

  /** What was chosen and what would have been better, marked in the position; null before the verdict. */
  get marks(): Marks | null {
    if (!this.verdict) return null;
    const { decision } = this.verdict;
    return new Marks({
      seat: this.seat,
      seats: this.position.sheets.length,
      played: decision.played.action,
      better: betterThan(decision),
      writes: (action) => this.position.choices.find((choice) => choice.action === action)?.writes ?? null,
    });
  }
}
