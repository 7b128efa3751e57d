// Corrections in preparation: rolls and moves with what they should be, and what the server says about them.

import { ask } from '../../../lib/connection/client';
import { errorText, reasonText } from '../../../lib/format/errors';
import type { TableClient } from '../../../lib/connection/tableClient.svelte';
import type { Change, CorrectionPreview, EntryNumber, PastEntry } from '../../../wire';

type Step = 'list' | 'entry' | 'preview';

const isSame = (one: EntryNumber, other: EntryNumber): boolean =>
  one.number === other.number && one.seat === other.seat;

export class Correction {
  step = $state<Step>('list');
  /** What the server answered last. */
  preview = $state.raw<CorrectionPreview | null>(null);
  /** All rolls and moves that may be corrected. */
  entries = $state.raw<PastEntry[]>([]);
  /** The entry that is shown. */
  entry = $state.raw<PastEntry | null>(null);
  changes = $state.raw<Change[]>([]);
  busy = $state(false);
  problem = $state<string | null>(null);

  readonly #client: TableClient;
  readonly #game: number;
  /** The entries that are changed, as they are now. */
  readonly #changed: PastEntry[] = [];

  constructor(client: TableClient, game: number) {
    this.#client = client;
    this.#game = game;
  }

  /** The entry that a change is about. */
  entryOf(change: Change): PastEntry | undefined {
    return this.#changed.find((entry) => isSame(entry, change));
  }

  /** Load the list, then show this entry of it, if it is there. */
  async start(first: EntryNumber | null): Promise<void> {
    await this.#ask(null);
    this.entries = this.preview?.entries.toReversed() ?? [];
    const found = first && this.entries.find((entry) => isSame(entry, first));
    if (found) await this.show(found);
    else if (first && !this.problem) this.problem = reasonText('no_entry');
  }

  /** Show an entry with the game before it. */
  async show(entry: PastEntry): Promise<void> {
    if (!(await this.#ask(entry))) return;
    [this.entry, this.step] = [entry, 'entry'];
  }

  /** Choose what the shown entry should be, and ask what changes. */
  async choose(right: { dice: number[] } | { action: string }): Promise<void> {
    const { entry } = this;
    if (!entry) return;
    const change: Change = { number: entry.number, seat: entry.seat, dice: null, action: null, ...right };
    const before = this.changes;
    this.changes = [...before.filter((other) => !isSame(other, change)), change];
    if (!this.entryOf(change)) this.#changed.push(entry);
    if (await this.#ask(null)) this.step = 'preview';
    else this.changes = before;
  }

  toList(): void {
    [this.step, this.entry, this.changes, this.problem] = ['list', null, [], null];
  }

  /** Send the corrections; resolves to true if they were accepted. */
  async save(): Promise<boolean> {
    this.busy = true;
    const reason = await this.#client.correct(this.#game, this.changes);
    this.busy = false;
    this.problem = reason === null ? null : reasonText(reason);
    return reason === null;
  }

  async #ask(entry: EntryNumber | null): Promise<boolean> {
    [this.busy, this.problem] = [true, null];
    try {
      this.preview = await ask('POST /api/tables/{link}/correction', {
        path: { link: this.#client.link },
        body: {
          game: this.#game,
          changes: this.changes,
          entry: entry && { number: entry.number, seat: entry.seat },
        },
      });
      return true;
    } catch (error) {
      this.problem = errorText(error);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
