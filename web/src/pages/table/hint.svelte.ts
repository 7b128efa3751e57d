// The coach's help with a decision, in stages: a nudge, the move, the reason. Each decision starts again.
import { hintText } from '../../i18n/pages';
import { askStream, readLines } from '../../lib/connection/client';
import { errorText } from '../../lib/format/errors';
import { choiceText } from '../../lib/review/choiceText';
import { announce } from '../../lib/ui/announcer.svelte';
import type { CoachAssessment, Position } from '../../wire';

export type Stage = 'nudge' | 'move' | 'why';

interface Help {
  /** The decision for which help was requested. */
  decision: string;
  stage: Stage;
  /** The coach's assessment; null until it arrives. */
  assessment: CoachAssessment | null;
  /** Why the request failed, in words. */
  problem: string | null;
  /** True if the reason was requested. */
  explained: boolean;
}

/** A key of the decision: in games where all move at once, `at` does not change between several entries. */
function decisionKey(position: Position): string {
  return [position.at, ...position.choices.map((choice) => choice.action)].join(' ');
}

/** Where to look for an action, without naming it. */
function nudge(action: string): string {
  const row = /^[a-e]([1-5])[kbgyr]?$/.exec(action)?.[1];
  if (row) return hintText('row', { row });
  if (/[a-e][1-5]/.test(action)) return hintText('circle');
  if (/^[kf][1-6]*$/.test(action)) return hintText(action.startsWith('f') ? 'free' : 'again');
  if (action === 'roll') return hintText('roll');
  if (action === 'end' || action === 'pass') return hintText('enough');
  return hintText(/^(steal|freeze|cross|shift|swap)/.test(action) ? 'action' : 'enter');
}

export class Hint {
  #help = $state.raw<Help | null>(null);

  #helpFor(position: Position): Help | null {
    const help = this.#help;
    return help && help.decision === decisionKey(position) ? help : null;
  }

  stage(position: Position): Stage | null {
    return this.#helpFor(position)?.stage ?? null;
  }

  assessment(position: Position): CoachAssessment | null {
    return this.#helpFor(position)?.assessment ?? null;
  }

  /** The best action, if it has been shown. */
  action(position: Position): string | null {
    const help = this.#helpFor(position);
    return help && help.stage !== 'nudge' ? (help.assessment?.choices[0]?.action ?? null) : null;
  }

  /** All choices with their values, if the reason has been shown. */
  explainedChoices(position: Position): CoachAssessment['choices'] {
    const help = this.#helpFor(position);
    return (help?.explained && help.assessment?.choices) || [];
  }

  /** The text of the instruction; null without a hint. */
  text(position: Position, names: readonly string[]): string | null {
    const help = this.#helpFor(position);
    if (!help) return null;
    if (help.problem) return help.problem;
    const best = help.assessment?.choices[0]?.action;
    if (best === undefined) return hintText('checking');
    return help.stage === 'nudge' ? nudge(best) : hintText('move', { move: choiceText(best, position.game, names) });
  }

  /** Show the next stage; the first one asks the coach. */
  async advance(code: string, position: Position, names: readonly string[]): Promise<void> {
    const help = this.#helpFor(position);
    if (help?.assessment) {
      const stage = help.stage === 'nudge' ? 'move' : 'why';
      this.#help = { ...help, stage, explained: help.explained || stage === 'why' };
      if (help.stage === 'nudge') announce(this.text(position, names) ?? '');
      return;
    }
    if (help && !help.problem) return;
    this.#help = {
      decision: decisionKey(position),
      stage: 'nudge',
      assessment: null,
      problem: null,
      explained: false,
    };
    try {
      const parts = { path: { link: code }, query: { at: position.at } };
      const answer = await askStream('POST /api/tables/{link}/hint', parts);
      for await (const assessment of readLines<CoachAssessment>(answer)) this.#update(position, names, { assessment });
    } catch (error) {
      // A first assessment is better than an error.
      if (!this.assessment(position)) this.#update(position, names, { problem: errorText(error) });
    }
  }

  /** Apply an answer, unless help for another decision was requested meanwhile. */
  #update(position: Position, names: readonly string[], answer: Partial<Help>): void {
    const help = this.#helpFor(position);
    if (!help) return;
    const before = this.text(position, names);
    this.#help = { ...help, ...answer };
    const after = this.text(position, names);
    if (after && after !== before) announce(after);
  }

  /** Close the reason; the move stays visible. */
  closeReason(): void {
    if (this.#help?.stage === 'why') this.#help = { ...this.#help, stage: 'move' };
  }
}
