// A finished game, step by step.

import type { LastRoll, LogEntry, Noted, Position, Replay as Head, Step } from '../wire';

/** A step of a game: `at` counts the events of its record up to it, and is its place among the steps. */
export type Moment = Step;

export class Replay {
  readonly head: Head;
  readonly steps: readonly Moment[];

  private constructor(head: Head, steps: readonly Moment[]) {
    this.head = head;
    this.steps = steps;
  }

  /** A replay from the lines that the server sends. */
  static read(lines: string): Replay {
    const [first = '', ...rest] = lines.split('\n').filter(Boolean);
    const head = JSON.parse(first) as Head;
    const steps: Moment[] = [];
    for (const line of rest) {
      const step = JSON.parse(line) as Step;
      // That a bot moved by itself is of no interest any more.
      step.entry = { ...step.entry, game: head.game, auto: false };
      const begun = steps[step.at];
      if (begun) {
        Object.assign(begun.sheets, step.sheets);
        Object.assign(begun.scores, step.scores);
      } else steps.push(step);
    }
    return new Replay(head, steps);
  }

  /** The last step there is. A move is shown before it is made, so that one more step shows what the last one led to. */
  get end(): number {
    return this.events + (this.steps.at(-1)?.entry.kind === 'move' ? 1 : 0);
  }

  /** How many events the record has. */
  get events(): number {
    return this.steps.length - 1;
  }

  /** What was noted of the event of a step, where that is not all. */
  notedAt(at: number): Noted | null {
    return at > this.events ? null : this.#step(at).noted;
  }

  /** What happened in a step; nothing more in the one after the last event. */
  entryAt(at: number): LogEntry {
    const { entry, turn } = this.#step(Math.min(at, this.events));
    if (at <= this.events) return entry;
    return { ...entry, kind: turn.kind === 'over' ? 'over' : 'rest', seat: null, action: null, writes: null };
  }

  /** The game as a step shows it: a move in the position in which it was chosen, anything else in what it led to. */
  shownAt(at: number): Position {
    return this.positionAt(this.entryAt(at).kind === 'move' ? at - 1 : Math.min(at, this.events));
  }

  /** The game as it stood after a step, seen by somebody who only looks at it. */
  positionAt(at: number): Position {
    const { turn, info } = this.#step(at);
    const fell = this.#rollBefore(at);
    const sheets: Position['sheets'] = Array<null>(this.head.names.length).fill(null);
    const scores = Array<number>(this.head.names.length).fill(0);
    for (const step of this.steps.slice(0, at + 1)) {
      for (const [seat, sheet] of Object.entries(step.sheets)) sheets[Number(seat)] = sheet;
      for (const [seat, score] of Object.entries(step.scores)) scores[Number(seat)] = score;
    }
    return {
      game: this.head.game,
      at,
      seat: null,
      turn,
      info: fell ? info : { ...info, dice: [] },
      sheets,
      scores,
      choices: [],
      can_undo: false,
      last_roll: this.#lastRoll(fell),
      deadline: null,
      results: null,
    };
  }

  #step(at: number): Moment {
    const step = this.steps[at];
    if (!step) throw new RangeError(`there is no step ${at}`);
    return step;
  }

  /** The step with the last roll, unless nobody noted its faces. */
  #rollBefore(at: number): Moment | undefined {
    const fell = this.steps.slice(0, at + 1).findLast((step) => step.entry.kind === 'roll');
    return fell?.noted === 'sum' || fell?.noted === 'nothing' ? undefined : fell;
  }

  #lastRoll(fell: Moment | undefined): LastRoll | null {
    if (!fell) return null;
    const { seat, dice, die } = fell.entry;
    return { seq: fell.at, seat: seat ?? 0, dice: dice ?? [], die: die ?? 'pips' };
  }
}
