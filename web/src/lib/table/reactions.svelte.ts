// Quick reactions at the table: the latest of each person, shown for a moment beside the name.

import type { Reaction } from '../../wire';
import { reactionText } from '../../i18n/pages';
import { isBlocked, session } from '../connection/session.svelte';
import { quickReactions } from '../preferences/switches.svelte';
import { announce } from '../ui/announcer.svelte';

export type ReactionName = Reaction['reaction'];

/** The sign of each reaction, in the order of the buttons. */
export const REACTIONS: Record<ReactionName, string> = {
  thumbs_up: '👍',
  clap: '👏',
  laugh: '😄',
  wow: '😮',
  oh_no: '🙈',
  luck: '🍀',
};
export const REACTION_NAMES = Object.keys(REACTIONS) as ReactionName[];

const SHOWN_MS = 5_000;

class Reactions {
  #shown = $state.raw<ReadonlyMap<string, Reaction>>(new Map());

  /** The reaction of a person that is shown now. */
  of(person: string | null | undefined): Reaction | undefined {
    return this.#shown.get(person ?? '');
  }

  /** Show and announce a reaction, unless reactions are off or the person is blocked; return true if it is shown. */
  show(reaction: Reaction): boolean {
    const { id, name } = reaction.sender;
    if (!quickReactions.on || isBlocked(id)) return false;
    this.#shown = new Map([...this.#shown, [id, reaction]]);
    setTimeout(() => {
      if (this.of(id) === reaction) this.#shown = new Map([...this.#shown].filter(([person]) => person !== id));
    }, SHOWN_MS);
    if (id !== session.person?.id) announce(`${name}: ${reactionText(reaction.reaction)}`);
    return true;
  }

  clear(): void {
    this.#shown = new Map();
  }
}

/** The reactions at the table on the page. */
export const reactions = new Reactions();
