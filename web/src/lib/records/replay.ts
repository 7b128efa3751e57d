// The replay of a finished game.

import type { LastRoll, LogEntry, Noted, Position, Replay as Header, Step } from '../../wire';

export class Replay {
  readonly header: Header;
  /** `at` of a step counts the events of the record before it, and is its index. */
  readonly steps: readonly Step[];

  private constructor(header: Header, steps: readonly Step[]) {
    this.header = header;
    this.steps = steps;
  }

  /** Create a replay from the lines that the server sends. */
  static parse(lines: string): Replay {
    const [first = '', ...rest] = lines.split('\n').filter(Boolean);
    const header = JSON.parse(first) as Header;
    const steps: Step[] = [];
    for (const line of rest) {
      const step = JSON.parse(line) as Step;
      // A replay does not show which moves were automatic.
      step.entry = { ...step.entry, game: header.game, auto: false };
      const previous = steps[step.at];
      if (previous) {
        Object.assign(previous.sheets, step.sheets);
        Object.assign(previous.scores, step.scores);
      } else steps.push(step);
    }
    return new Replay(header, steps);
  }

  /** The last step to show. A move is shown in the position before it, so one more step shows its result. */
  get end(): number {
    return this.events + (this.steps.at(-1)?.entry.kind === 'move' ? 1 : 0);
  }

  /** The number of events of the record. */
  get events(): number {
    return this.steps.length - 1;
  }

  /** What was noted of a step's event in an incomplete record. */
  notedAt(at: number): Noted | null {
    return at > this.events ? null : this.#step(at).noted;
  }

  /** The log entry of a step; the step after the last event has an entry without an action. */
  entryAt(at: number): LogEntry {
    const { entry, turn } = this.#step(Math.min(at, this.events));
    if (at <= this.events) return entry;
    return { ...entry, kind: turn.kind === 'over' ? 'over' : 'rest', seat: null, action: null, writes: null };
  }

  /** The position that a step shows: before a move, after any other event. */
  shownAt(at: number): Position {
    return this.positionAt(this.entryAt(at).kind === 'move' ? at - 1 : Math.min(at, this.events));
  }

  /** The position after a step, for a spectator. */
  positionAt(at: number): Position {
    const { turn, info } = this.#step(at);
    const roll = this.#rollBefore(at);
    const sheets: Position['sheets'] = Array<null>(this.header.names.length).fill(null);
    const scores = Array<number>(this.header.names.length).fill(0);
    for (const step of this.steps.slice(0, at + 1)) {
      for (const [seat, sheet] of Object.entries(step.sheets)) sheets[Number(seat)] = sheet;
      for (const [seat, score] of Object.entries(step.scores)) scores[Number(seat)] = score;
    }
    return {
      game: this.header.game,
      at,
      seat: null,
      turn,
      info: roll ? info : { ...info, dice: [] },
      sheets,
      scores,
      choices: [],
      can_undo: false,
      last_roll: this.#lastRoll(roll),
      deadline: null,
      dice: null,
      results: null,
    };
  }

  #step(at: number): Step {
    const step = this.steps[at];
    if (!step) throw new RangeError(`there is no step ${at}`);
    return step;
  }

  /** The step with the last roll, unless its faces were not noted. */
  #rollBefore(at: number): Step | undefined {
    const roll = this.steps.slice(0, at + 1).findLast((step) => step.entry.kind === 'roll');
    return roll?.noted === 'sum' || roll?.noted === 'nothing' ? undefined : roll;
  }

  #lastRoll(roll: Step | undefined): LastRoll | null {
    if (!roll) return null;
    const { seat, dice, die } = roll.entry;
    return { seq: roll.at, seat: seat ?? 0, dice: dice ?? [], die: die ?? 'pips' };
  }
}
