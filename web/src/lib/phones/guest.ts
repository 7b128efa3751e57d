// A guest's side of a table on another phone: the connection to the host, and the copy of the table that is kept.

import { noteDeviceTable, offline } from '../offline/offline.svelte';
import { forgetTable } from '../offline/device';
import type { TableCopy } from '../offline/protocol';
import { store } from '../offline/storage';
import { encodeDescription, TO_LENGTH, type Description, type Local } from './description';
import { noteGuestTable } from './guestTables';
import { secretFor } from './identity';
import { keepSpare, keptSpares, ownFingerprint } from './kept';
import { isSpareNote, VERSION, type Hello, type HostNote, type SpareNote } from './notes';
import { newCredentials, Peer } from './peer';

/** What `PhoneSocket` offers to its line. */
export interface Line {
  begin: () => void;
  hear: (data: string) => void;
  end: (code: number, reason: string) => void;
}

const NO_LINE = 1006;
/** A guest has agreed with one host. */
const HOST = 'host';
/** How long connecting again may take. */
const CONNECT_MS = 8_000;
/** A running game's copy is stored at most this often. */
const STORE_MS = 500;

/** The connections to hosts, by table. */
const links = new Map<string, Link>();

/** Called when a connection opens. */
const waiting: (() => void)[] = [];

async function linked(table: string): Promise<void> {
  while (!links.has(table)) await new Promise<void>((resolve) => waiting.push(resolve));
}

class Link {
  readonly #peer: Peer;
  readonly #table: string;
  #line: Line | null = null;
  #lines: string[] = [];
  #summary: TableCopy['summary'] | null = null;
  /** For the connection after this one. */
  readonly #own = newCredentials();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The copy as it is being stored. */
  storing: Promise<void> = Promise.resolve();

  constructor(peer: Peer, table: string, onopen: () => void) {
    [this.#peer, this.#table] = [peer, table];
    peer.onopen = () => {
      links.set(table, this);
      for (const heard of waiting.splice(0)) heard();
      noteGuestTable(table);
      onopen();
    };
    peer.onmessage = (data) => this.#line?.hear(data);
    peer.onnote = (note) => this.#heed(note as HostNote);
    peer.onclose = () => {
      if (links.get(table) === this) links.delete(table);
      this.#end(NO_LINE, '');
    };
    // A host that waits may have connected before this device knew all its own addresses.
    if (peer.isOpen) peer.onopen();
  }

  async open(line: Line): Promise<void> {
    this.#line = line;
    const secret = await secretFor(this.#table);
    if (this.#line !== line) return;
    if (!this.#peer.isOpen) return this.#end(NO_LINE, '');
    const spare = { ...this.#own, fingerprint: await ownFingerprint(), candidates: [] };
    const hello: Hello = { hello: VERSION, secret, name: offline.person.name, spare };
    this.#peer.note(hello);
    line.begin();
  }

  send(line: Line, data: string): void {
    if (this.#line === line) this.#peer.send(data);
  }

  close(line: Line): void {
    if (this.#line === line) this.#line = null;
  }

  #end(code: number, reason: string): void {
    const line = this.#line;
    this.#line = null;
    line?.end(code, reason);
  }

  #heed(note: HostNote): void {
    if ('closed' in note) this.#end(...note.closed);
    else if ('copy' in note && note.copy.code === this.#table) this.#keep(note.copy);
    else if (isSpareNote(note)) void this.#wait(note.spare);
  }

  /** Agree on how to connect again: this device waits for the host, in case that the host's page is loaded again. */
  async #wait(host: Local): Promise<void> {
    const own = this.#own;
    const [peer, described] = await Peer.answer({ ...host, candidates: [] }, own);
    new Link(peer, this.#table, () => undefined);
    this.#peer.note({ spare: described } satisfies SpareNote);
    await keepSpare(this.#table, HOST, { own, other: host });
  }

  /** Keep the public part of the log, from which this device has the replay, the record and the review of the game. */
  #keep({ first, lines, summary }: TableCopy): void {
    this.#lines = [...this.#lines.slice(0, first), ...lines];
    this.#summary = summary;
    if (summary.state === 'over') this.#store();
    else this.#timer ??= setTimeout(() => this.#store(), STORE_MS);
  }

  #store(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const summary = this.#summary;
    if (!summary) return;
    const stored = [{ code: this.#table, seed: null, lines: this.#lines, summary }];
    noteDeviceTable();
    this.storing = store({ stored, reviews: [], skills: [], tries: [], answers: [] })
      .then(() => forgetTable(this.#table))
      .catch(() => undefined);
  }
}

/** Answer a host's invitation: the code for the host. `onopen` is called when the host has connected. */
export async function answerTo(invitation: Description, onopen: () => void): Promise<string> {
  const [peer, described] = await Peer.answer(invitation);
  new Link(peer, invitation.table, onopen);
  const to = invitation.ufrag.slice(0, TO_LENGTH);
  return encodeDescription({ kind: 'answer', table: invitation.table, to, ...described });
}

/** Connect to the host without a code, as it was agreed; resolves after a while if that is impossible. */
async function connectAgain(table: string): Promise<void> {
  const [spare] = await keptSpares(table);
  if (!spare) return;
  const [peer] = await Peer.answer(spare.other, spare.own);
  await new Promise<void>((resolve) => {
    new Link(peer, table, resolve);
    setTimeout(() => {
      if (!peer.isOpen) peer.close();
      resolve();
    }, CONNECT_MS);
  });
}

const connecting = new Map<string, Promise<void>>();

/** Connect a socket of the page to the host of a table; returns how to send and to close. */
export async function openLine(
  table: string,
  line: Line,
): Promise<{ send: (data: string) => void; close: () => void }> {
  if (!links.has(table)) {
    const again = connecting.get(table) ?? connectAgain(table).catch(() => undefined);
    connecting.set(table, again);
    // The host may connect meanwhile.
    await Promise.race([again, linked(table)]);
    connecting.delete(table);
  }
  const link = links.get(table);
  if (link) void link.open(line);
  else line.end(NO_LINE, '');
  return { send: (data) => link?.send(line, data), close: () => link?.close(line) };
}

/** Resolves when the copy of a table is stored. */
export const copyStored = (table: string): Promise<void> => links.get(table)?.storing ?? Promise.resolve();
