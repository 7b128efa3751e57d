// The copy of a table on another phone that a guest's device keeps: the public part of its log. From it the device has the
// replay, the record and the review of the game, and leads the table on when the host is gone.

import { isUnmetered } from '../app/packLoading';
import { isPackKept } from '../app/serviceWorker';
import { forgetTable, prepareDevice } from '../offline/device';
import { noteDeviceTable } from '../offline/offline.svelte';
import type { TableCopy } from '../offline/protocol';
import { loadTable, store } from '../offline/storage';
import { noteSeat } from './guestTables';

/** A running game's copy is stored at most this often. */
const STORE_MS = 500;
/** The next host loads the interpreter this long after the game has begun to be shown. */
const PREPARE_MS = 5_000;

export class KeptCopy {
  lines: string[] = [];
  /** The devices that lead the table when the host is gone, in this order. */
  heirs: string[] = [];
  /** The copy as it is being stored. */
  storing: Promise<void> = Promise.resolve();
  readonly #table: string;
  readonly #own: Promise<string>;
  #summary: TableCopy['summary'] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #prepares = false;
  #ended = false;

  /** `own` is the id of this device. */
  constructor(table: string, own: Promise<string>) {
    [this.#table, this.#own] = [table, own];
  }

  keep({ first, lines, summary, heirs }: TableCopy): void {
    this.lines = [...this.lines.slice(0, first), ...lines];
    this.#summary = summary;
    this.heirs = heirs;
    void this.#own.then((own) => noteSeat(this.#table, heirs.includes(own)));
    if (summary.state === 'over') this.#store();
    else this.#timer ??= setTimeout(() => this.#store(), STORE_MS);
    if (summary.state !== 'playing' || this.#prepares) return;
    this.#prepares = true;
    setTimeout(() => void this.#prepare(), PREPARE_MS);
  }

  /** Store nothing any more. */
  end(): void {
    this.#ended = true;
  }

  /** The lines of the log, also those that were stored before the page was loaded again. */
  async load(): Promise<string[]> {
    await this.storing;
    return this.lines.length > 0 ? this.lines : ((await loadTable(this.#table))?.lines ?? []);
  }

  /** Load the interpreter if this device is the next to lead the table, and that costs nothing. */
  async #prepare(): Promise<void> {
    const isNext = this.heirs[0] === (await this.#own);
    this.#prepares = isNext && (isUnmetered() || (await isPackKept()));
    if (this.#prepares) prepareDevice();
  }

  #store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#summary || this.#ended) return;
    const stored = [{ code: this.#table, seed: null, lines: this.lines, summary: this.#summary }];
    noteDeviceTable();
    this.storing = store({ stored, reviews: [], skills: [], tries: [], answers: [] })
      .then(() => forgetTable(this.#table))
      .catch(() => undefined);
  }
}
