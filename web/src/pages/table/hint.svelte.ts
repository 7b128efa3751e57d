/** The coach's help with one's decision: each step tells more, and a new decision begins anew. */
import { announce } from '../../lib/announce.svelte';
import { ApiError, fetchHint } from '../../lib/api';
import { reasonText } from '../../lib/reasons';
import type { CoachAssessment, Position } from '../../wire';
import { choiceText } from '../review/choices';
import { h } from './hintWords';

export type Stage = 'nudge' | 'move' | 'why';

interface Help {
  /** The decision that it is for. */
  decision: string;
  stage: Stage;
  /** What the coach would do; null until it has said. */
  found: CoachAssessment | null;
  problem: string | null;
  /** Why was asked. */
  explained: boolean;
}

/** Tells decisions apart: where all move at once, `at` stays while one enters more than once. */
function decisionOf(position: Position): string {
  return [position.at, ...position.choices.map((choice) => choice.action)].join(' ');
}

/** Where to look for an action, without saying what it is. */
function nudge(action: string): string {
  const row = /^[a-e]([1-5])[kbgyr]?$/.exec(action)?.[1];
  if (row) return h('row', { row });
  if (/[a-e][1-5]/.test(action)) return h('circle');
  if (/^[kf][1-6]*$/.test(action)) return h(action.startsWith('f') ? 'free' : 'again');
  if (action === 'roll') return h('roll');
  if (action === 'end' || action === 'pass') return h('enough');
  return h(/^(steal|freeze|cross|shift|swap)/.test(action) ? 'action' : 'enter');
}

export class Hint {
  #help = $state.raw<Help | null>(null);

  #of(position: Position): Help | null {
    return this.#help?.decision === decisionOf(position) ? this.#help : null;
  }

  stage(position: Position): Stage | null {
    return this.#of(position)?.stage ?? null;
  }

  found(position: Position): CoachAssessment | null {
    return this.#of(position)?.found ?? null;
  }

  /** The best action, once that has been told. */
  action(position: Position): string | null {
    const help = this.#of(position);
    return help && help.stage !== 'nudge' ? (help.found?.choices[0]?.action ?? null) : null;
  }

  /** What every choice is worth, once it has been asked why. */
  choices(position: Position): CoachAssessment['choices'] {
    const help = this.#of(position);
    return (help?.explained && help.found?.choices) || [];
  }

  /** What the line says that tells what to do; null where nobody has asked. */
  text(position: Position, names: readonly string[]): string | null {
    const help = this.#of(position);
    if (!help) return null;
    if (help.problem) return reasonText(help.problem);
    const best = help.found?.choices[0]?.action;
    if (best === undefined) return h('thinking');
    return help.stage === 'nudge' ? nudge(best) : h('move', { move: choiceText(best, position.game, names) });
  }

  /** Tell more: where to look, then the move, then why. */
  async more(code: string, position: Position, names: readonly string[]): Promise<void> {
    const help = this.#of(position);
    if (help?.found) {
      const stage = help.stage === 'nudge' ? 'move' : 'why';
      this.#help = { ...help, stage, explained: help.explained || stage === 'why' };
      if (help.stage === 'nudge') announce(this.text(position, names) ?? '');
      return;
    }
    if (help && !help.problem) return;
    const decision = decisionOf(position);
    const begun: Help = { decision, stage: 'nudge', found: null, problem: null, explained: false };
    this.#help = begun;
    try {
      for await (const found of fetchHint(code, position.at)) this.#hear(position, names, { found });
    } catch (error) {
      // What was told already is better than nothing.
      if (!this.found(position)) {
        this.#hear(position, names, { problem: error instanceof ApiError ? error.reason : 'internal' });
      }
    }
  }

  /** An answer has come, or a better one. */
  #hear(position: Position, names: readonly string[], answer: Partial<Help>): void {
    // Meanwhile another decision may have been asked about.
    const help = this.#of(position);
    if (!help) return;
    const before = this.text(position, names);
    this.#help = { ...help, ...answer };
    const after = this.text(position, names);
    if (after && after !== before) announce(after);
  }

  /** Why has been read. */
  close(): void {
    if (this.#help?.stage === 'why') this.#help = { ...this.#help, stage: 'move' };
  }
}
