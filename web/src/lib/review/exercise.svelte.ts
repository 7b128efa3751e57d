// A position in which a person decides again, and the assessment of their choice.

import { DecisionMarks } from '../../sheet/decisionMarks';
import type { CoachDecision, Position } from '../../wire';
import { ask } from '../connection/client';
import { draftEntry } from '../game/draftEntry.svelte';
import { sentEntry } from '../game/sentEntry.svelte';
import { Request } from '../ui/request.svelte';
import { judge } from './coach';
import { bestAction } from './review';
import { recordBefore } from './recordBefore';

export class Exercise<Verdict extends { decision: CoachDecision } = { decision: CoachDecision }> extends Request {
  readonly position: Position;
  readonly seat: number;
  /** The assessment of the choice; null before it. */
  verdict = $state.raw<Verdict | null>(null);
  /** The answer was asked for instead of given. */
  revealed = $state(false);
  readonly #judge: (action: string, revealed: boolean) => Promise<Verdict>;

  constructor(position: Position, seat: number, judge: (action: string, revealed: boolean) => Promise<Verdict>) {
    super();
    this.position = position;
    this.seat = seat;
    this.#judge = judge;
  }

  /**
   * Create an exercise from the position of a record before one of its events, counted from 1.
   *
   * @throws ApiError if the server refuses.
   */
  static async fromRecord(record: string, event: number, seat: number): Promise<Exercise> {
    const lines = recordBefore(record, event);
    const position = await ask('POST /api/records/position', { query: { seat }, body: lines });
    return new Exercise(position, seat, async (action) => ({ decision: await judge(lines, seat, action) }));
  }

  /** Choose an action and fetch its assessment. */
  async act(action: string): Promise<void> {
    if (this.busy || this.verdict) return;
    // The entry stays on the sheet while the coach thinks.
    sentEntry.set(this.position, action);
    await this.run(async () => {
      this.verdict = await this.#judge(action, false);
    });
    sentEntry.set(this.position, null);
  }

  /** Show the best action instead of choosing one. */
  async reveal(): Promise<void> {
    const [any] = this.position.choices;
    if (!any || this.busy || this.verdict) return;
    await this.run(async () => {
      this.verdict = await this.#judge(any.action, true);
      this.revealed = true;
    });
  }

  retry(): void {
    draftEntry.set(this.position, null);
    this.verdict = null;
    this.revealed = false;
  }

  /** Marks of the chosen and the better action; null before the assessment. */
  get marks(): DecisionMarks | null {
    if (!this.verdict) return null;
    const { decision } = this.verdict;
    return new DecisionMarks({
      seat: this.seat,
      seats: this.position.sheets.length,
      ...(this.revealed
        ? { played: null, better: bestAction(decision) }
        : { played: decision.played.action, better: decision.better?.action ?? null }),
      writes: (action) => this.position.choices.find((choice) => choice.action === action)?.writes ?? null,
    });
  }
}
