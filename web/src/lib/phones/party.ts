// A table on another phone, for a guest: the connection to its host. When the host is gone, the next guest leads the table
// and the others follow.

import type { LocalSocket } from '../connection/localSocket';
import { forgetTable, inheritTable } from '../offline/device';
import { offline } from '../offline/offline.svelte';
import { encodeDescription, TO_LENGTH, type Description, type Local } from './description';
import { forgetGuestTable, noteGuestTable } from './guestTables';
import { ownId, secretFor } from './identity';
import { atHost, keepSpares, keptSpares, ownFingerprint } from './kept';
import { FINAL, MAX_MORE, VERSION, type Claim, type Hello, type Note } from './notes';
import { ANSWER_MS, OtherGuests } from './otherGuests';
import { newCredentials, Peer } from './peer';
import { KeptCopy } from './tableCopy';

const NO_LINE = 1006;
/** How long connecting again may take. */
const CONNECT_MS = 8_000;
/** How long a host's page may be away, as when it is loaded again, until the next guest leads the table. */
const AWAY_MS = 5_000;
/** The same if nothing arrives from its device, which browsers report after 5 s or more. */
const SILENT_MS = 500;
/** How long the next one may take, until the one after it is the next. */
const NEXT_MS = 4_000;
/** A page that does not answer a greeting for so long is suspended, though its device still answers. */
const GREETING_MS = 4_000;

/** The side of a host, which a device takes that leads a table. */
interface Hosting {
  /** Begin to lead a table, with connections to other devices and their ids. */
  begin: (table: string, others: [Peer, string][]) => void;
  /** Be a guest, of the device at the other end. */
  stop: (table: string, host: Peer) => void;
}

let hosting: Hosting | null = null;
/** `host.svelte.ts` calls it when it is loaded. */
export const setHosting = (given: Hosting): void => void (hosting = given);

const parties = new Map<string, Party>();

/** The connections of this device as a guest at a table. */
export function partyAt(table: string): Party {
  const party = parties.get(table) ?? new Party(table);
  parties.set(table, party);
  return party;
}

export class Party {
  readonly copy: KeptCopy;
  readonly #table: string;
  readonly #id: Promise<string>;
  /** The device that leads the table; null if it cannot be reached. */
  #host: Peer | null = null;
  /** The last host and its id. */
  #last: Peer | null = null;
  #hostId = '';
  /** Another device says that it leads the table. */
  #claim: { peer: Peer; leads: string } | null = null;
  readonly #others = new OtherGuests(
    (peer, guest) => this.meet(peer, guest),
    (step) => this.#host?.note({ step }),
  );
  /** All connections to hosts, with their ids: the one that is used, earlier ones, and those that wait for a host. */
  readonly #hosts = new Map<Peer, string>();
  #socket: LocalSocket | null = null;
  /** The devices that should have led the table and did not. */
  readonly #passed = new Set<string>();
  #waiting: (() => void)[] = [];
  /** For the connection after this one. */
  #own = newCredentials();
  #again: Promise<void> | null = null;
  /** Another guest was connected to this one when the host was lost. */
  #hadOthers = false;
  #successionTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string) {
    this.#table = table;
    this.#id = ownId(table);
    this.copy = new KeptCopy(table, this.#id);
  }

  get isLed(): boolean {
    return this.#host?.isOpen ?? false;
  }

  /** No device leads the table, not even this one. */
  get #isLeft(): boolean {
    return !this.isLed && parties.get(this.#table) === this;
  }

  /** Resolves when a device leads the table, also this one. */
  led(): Promise<void> {
    return this.isLed ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Resolves when the host is connected, or after a while if that is impossible. */
  async connected(): Promise<void> {
    if (this.isLed) return;
    this.#again ??= this.#connectAgain()
      .catch(() => undefined)
      .finally(() => (this.#again = null));
    // The host may connect meanwhile, and another device may lead the table.
    await Promise.race([this.#again, this.led()]);
  }

  /** Connect to the host without a code, as it was agreed. */
  async #connectAgain(): Promise<void> {
    const [spare] = Object.values(keptSpares(atHost(this.#table)));
    if (!spare) return;
    const [peer] = await Peer.answer(spare.other, spare.own);
    this.meet(peer);
    await new Promise((resolve) => setTimeout(resolve, CONNECT_MS));
    if (!peer.isOpen) peer.close();
  }

  /** Listen to a device: to one that leads the table or led it, or to another guest, with its id. */
  meet(peer: Peer, guest?: string): void {
    if (guest === undefined) this.#hosts.set(peer, this.#hostId);
    peer.onopen = () => {
      if (peer === this.#last && this.#host === null) this.follow(peer, this.#hostId);
    };
    peer.onmessage = (data) => {
      if (peer === this.#host) this.#socket?.hear(data);
    };
    peer.onnote = (note) => this.#heed(peer, note, guest);
    peer.onpause = () => this.#lose(peer, SILENT_MS);
    peer.onclose = () => {
      this.#hosts.delete(peer);
      if (guest !== undefined) this.#others.remove(guest, peer);
      this.#lose(peer, AWAY_MS);
    };
  }

  /** Be a guest of the device at the other end, which leads the table. */
  follow(peer: Peer, leads: string): void {
    clearTimeout(this.#successionTimer);
    this.#passed.clear();
    this.#claim = null;
    const before = this.#host;
    if (before === peer) return;
    hosting?.stop(this.#table, peer);
    this.#others.remove(leads);
    this.#hosts.set(peer, leads);
    peer.isHost = true;
    this.#host = this.#last = peer;
    // Its page was loaded again.
    if (this.#hostId === leads) before?.close();
    this.#hostId = leads;
    this.#own = newCredentials();
    noteGuestTable(this.#table);
    this.#end(NO_LINE, '');
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Enter the table with a socket of the page. */
  async open(socket: LocalSocket): Promise<void> {
    this.#socket = socket;
    const host = this.#host;
    const secret = await secretFor(this.#table);
    if (this.#socket !== socket) return;
    if (!host?.isOpen || host !== this.#host) return this.#end(NO_LINE, '');
    const spare = { ...this.#own, fingerprint: await ownFingerprint(), candidates: [] };
    const hello: Hello = { version: VERSION, secret, name: offline.person.name, spare };
    host.note({ hello });
    const greetedAt = performance.now();
    setTimeout(() => {
      if (host === this.#host && host.heardAt < greetedAt) host.close();
    }, GREETING_MS);
    socket.begin();
  }

  send(socket: LocalSocket, data: string): void {
    if (this.#socket === socket) this.#host?.send(data);
  }

  close(socket: LocalSocket): void {
    if (this.#socket === socket) this.#socket = null;
  }

  #end(code: number, reason: string): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.end(code, reason);
    if (!FINAL.has(code)) return;
    this.#leave();
    for (const [peer] of [...this.#others.all, ...this.#hosts]) peer.close();
  }

  #leave(): void {
    clearTimeout(this.#successionTimer);
    parties.delete(this.#table);
    this.copy.end();
  }

  #heed(peer: Peer, { claim, ask, answer, ...told }: Note, guest: string | undefined): void {
    if (claim) this.#weigh(peer, claim, guest);
    if (ask !== undefined) this.#answer(peer, ask);
    if (answer) this.#others.hear(peer, answer);
    if (peer !== this.#host) return;
    if (told.step) void this.#others.take(told.step).catch(() => undefined);
    if (told.spare) void this.#wait(peer, told.spare);
    if (told.copy?.code === this.#table) this.copy.keep(told.copy);
    for (const other of told.others ?? []) void this.#others.offer(other);
    if (told.closed) this.#end(...told.closed);
  }

  /** A guest that has no seat cannot lead the table. */
  #weigh(peer: Peer, { leads }: Claim, guest: string | undefined): void {
    if (guest !== undefined && (guest !== leads || !this.copy.heirs.includes(guest))) return;
    if (this.isLed && leads !== this.#hostId) this.#claim = { peer, leads };
    else this.follow(peer, leads);
  }

  #lose(peer: Peer, wait: number): void {
    if (this.#host !== peer) return;
    this.#host = null;
    this.#hadOthers = this.#others.all.some(([peer]) => peer.isKept);
    this.#end(NO_LINE, '');
    if (this.#claim?.peer.isOpen) this.follow(this.#claim.peer, this.#claim.leads);
    else this.#decideLater(wait);
  }

  #decideLater(wait: number): void {
    clearTimeout(this.#successionTimer);
    this.#successionTimer = setTimeout(() => void this.#decide(), wait);
  }

  /**
   * Lead the table if this device is the next one in the order of the seats, or wait for the next one.
   *
   * Not if another guest has a host, and not if this device hears from nobody: it is the one that is out of reach.
   */
  async #decide(): Promise<void> {
    const own = await this.#id;
    const isThere = (id: string) => !this.#passed.has(id) && (id === own || this.#others.isThere(id));
    const next = this.copy.heirs.find(isThere);
    if (next === own) {
      const answers = await this.#others.ask(this.copy.lines.length);
      const isOut = this.#hadOthers && answers.length === 0;
      if (!isOut && answers.every(([, { led }]) => !led)) {
        const longest = answers.toSorted(([, one], [, two]) => two.more.length - one.more.length)[0];
        // Where the interpreter cannot be loaded, the one after this device is the next.
        await this.lead(longest && { source: longest[0], more: longest[1].more }).catch(() => this.#passed.add(own));
      }
    } else if (next !== undefined) this.#passed.add(next);
    if (this.#isLeft) this.#decideLater(next === own ? ANSWER_MS : NEXT_MS);
  }

  #answer(peer: Peer, first: number): void {
    if (first < 0) return;
    peer.note({ answer: { more: this.copy.lines.slice(first, first + MAX_MORE), led: this.isLed } });
  }

  /** Lead the table on from the copy of this device, and from what another guest, the source, has received after it. */
  async lead(later?: { source: string; more: string[] }): Promise<void> {
    if (!this.#isLeft) return;
    const lines = await this.copy.load();
    await inheritTable({ code: this.#table, lines, own: await this.#id, source: '', more: [], ...later });
    if (!this.#isLeft) return forgetTable(this.#table);
    this.#leave();
    forgetGuestTable(this.#table);
    hosting?.begin(this.#table, [...this.#hosts, ...this.#others.all]);
    this.#end(NO_LINE, '');
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Agree on how to connect again: this device waits for the host, in case that the host's page is loaded again. */
  async #wait(host: Peer, other: Local): Promise<void> {
    const own = this.#own;
    const [peer, described] = await Peer.answer({ ...other, candidates: [] }, own);
    this.meet(peer);
    host.note({ spare: described });
    keepSpares(atHost(this.#table), { [this.#hostId]: { own, other } });
  }
}

/** Answer a host's invitation: the code for the host. `onopen` is called when the host has connected. */
export async function answerTo(invitation: Description, onopen: () => void): Promise<string> {
  const [peer, described] = await Peer.answer(invitation);
  const party = partyAt(invitation.table);
  party.meet(peer);
  void party.led().then(onopen);
  const to = invitation.ufrag.slice(0, TO_LENGTH);
  return encodeDescription({ kind: 'answer', table: invitation.table, to, ...described });
}

/** Resolves when the copy of a table is stored. */
export const copyStored = (table: string): Promise<void> => parties.get(table)?.copy.storing ?? Promise.resolve();
