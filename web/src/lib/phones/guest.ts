// A guest's side of a table on another phone: the connections to the host and to the other guests, and the copy of the
// table that is kept. When the host is gone, the next guest leads the table, and the others follow.

import { isUnmetered } from '../app/packLoading';
import { isPackKept } from '../app/serviceWorker';
import { noteDeviceTable, offline } from '../offline/offline.svelte';
import { forgetTable, inheritTable, prepareDevice } from '../offline/device';
import type { TableCopy } from '../offline/protocol';
import { loadTable, store } from '../offline/storage';
import { encodeDescription, TO_LENGTH, type Description, type Local } from './description';
import { forgetGuestTable, noteGuestTable } from './guestTables';
import { ownId, secretFor } from './identity';
import { keepSpare, keptSpares, ownFingerprint } from './kept';
import {
  isAnswer,
  isClaim,
  isIntroduction,
  isQuestion,
  isSpareNote,
  VERSION,
  type Answer,
  type Claim,
  type Hello,
  type HostNote,
  type Introduction,
} from './notes';
import { newCredentials, Peer } from './peer';
import { forOthers, fromOthers, nextHost } from './succession';

/** What `PhoneSocket` offers to its line. */
export interface Line {
  begin: () => void;
  hear: (data: string) => void;
  end: (code: number, reason: string) => void;
}

const NO_LINE = 1006;
/** Close codes after which this device is no guest any more. */
const FINAL = new Set([1008, 4003, 4004, 4005]);
/** A guest has agreed with one host. */
const HOST = 'host';
const atHost = (table: string) => `${table}!`;
/** How long connecting again may take. */
const CONNECT_MS = 8_000;
/** A running game's copy is stored at most this often. */
const STORE_MS = 500;
/** How long a host's page may be away, as when it is loaded again, until the next guest leads the table. */
const AWAY_MS = 5_000;
/** The same if nothing arrives from its device, which browsers report after 5 s or more. */
const SILENT_MS = 500;
/** How long the next one may take, until the one after it is the next. */
const NEXT_MS = 4_000;
/** A page that does not answer a greeting for so long is suspended, though its device still answers. */
const GREETING_MS = 4_000;
/** How long other guests may take to answer. */
const ANSWER_MS = 800;
const MIN_ASK_MS = 300;
const MAX_OTHERS = 30;
/** How many lines another guest gets in one answer. */
const MAX_MORE = 400;
/** The next host loads the interpreter this long after the game has begun to be shown. */
const PREPARE_MS = 5_000;

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

class Party {
  readonly #table: string;
  readonly #id: Promise<string>;
  /** The device that leads the table; null if it cannot be reached. */
  #host: Peer | null = null;
  /** The last host and its id. */
  #last: Peer | null = null;
  #hostId = '';
  /** Another device says that it leads the table. */
  #claim: { peer: Peer; leads: string } | null = null;
  /** The other guests by id. */
  readonly #others = new Map<string, Peer>();
  /** All connections to hosts, with their ids: the one that is used, earlier ones, and those that wait for a host. */
  readonly #hosts = new Map<Peer, string>();
  #line: Line | null = null;
  #lines: string[] = [];
  #summary: TableCopy['summary'] | null = null;
  #heirs: string[] = [];
  /** The devices that should have led the table and did not. */
  readonly #passed = new Set<string>();
  readonly #answers = new Map<Peer, (answer: Answer) => void>();
  #waiting: (() => void)[] = [];
  #askedAt = 0;
  #heardAt = 0;
  /** For the connection after this one. */
  #own = newCredentials();
  #storeTimer: ReturnType<typeof setTimeout> | undefined;
  #successionTimer: ReturnType<typeof setTimeout> | undefined;
  #prepares = false;
  /** The copy as it is being stored. */
  storing: Promise<void> = Promise.resolve();

  constructor(table: string) {
    this.#table = table;
    this.#id = ownId(table);
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

  /** Listen to a device: to one that leads the table or led it, or to another guest, with its id. */
  meet(peer: Peer, guest?: string): void {
    if (guest === undefined) this.#hosts.set(peer, this.#hostId);
    peer.onopen = () => {
      if (peer === this.#last && this.#host === null) this.follow(peer, this.#hostId);
    };
    const note = () => {
      if (peer === this.#host) this.#heardAt = performance.now();
    };
    peer.onmessage = (data) => {
      note();
      if (peer === this.#host) this.#line?.hear(data);
    };
    peer.onnote = (said) => {
      note();
      this.#heed(peer, said, guest);
    };
    peer.onpause = () => this.#lose(peer, SILENT_MS);
    peer.onclose = () => {
      this.#hosts.delete(peer);
      if (guest !== undefined && this.#others.get(guest) === peer) this.#others.delete(guest);
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
    this.#others.delete(leads);
    this.#hosts.set(peer, leads);
    peer.takesParts = true;
    this.#host = this.#last = peer;
    // Its page was loaded again.
    if (this.#hostId === leads) before?.close();
    this.#hostId = leads;
    this.#own = newCredentials();
    noteGuestTable(this.#table);
    this.#end(NO_LINE, '');
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async open(line: Line): Promise<void> {
    this.#line = line;
    const host = this.#host;
    const secret = await secretFor(this.#table);
    if (this.#line !== line) return;
    if (!host?.isOpen || host !== this.#host) return this.#end(NO_LINE, '');
    const spare = { ...this.#own, fingerprint: await ownFingerprint(), candidates: [] };
    const hello: Hello = { hello: VERSION, secret, name: offline.person.name, spare };
    host.note(hello);
    const greetedAt = performance.now();
    setTimeout(() => {
      if (host === this.#host && this.#heardAt < greetedAt) host.close();
    }, GREETING_MS);
    line.begin();
  }

  send(line: Line, data: string): void {
    if (this.#line === line) this.#host?.send(data);
  }

  close(line: Line): void {
    if (this.#line === line) this.#line = null;
  }

  #end(code: number, reason: string): void {
    const line = this.#line;
    this.#line = null;
    line?.end(code, reason);
    if (!FINAL.has(code)) return;
    clearTimeout(this.#successionTimer);
    parties.delete(this.#table);
    for (const peer of [...this.#others.values(), ...this.#hosts.keys()]) peer.close();
  }

  #heed(peer: Peer, note: unknown, guest: string | undefined): void {
    if (isClaim(note)) return this.#weigh(peer, note, guest);
    if (isQuestion(note)) return void this.#answer(peer, note.ask);
    if (isAnswer(note)) return this.#answers.get(peer)?.(note);
    if (peer !== this.#host) return;
    if (isIntroduction(note)) return void this.#meetGuest(note).catch(() => undefined);
    if (isSpareNote(note)) return void this.#wait(note.spare);
    const told = note as HostNote;
    if ('closed' in told) this.#end(...told.closed);
    else if ('copy' in told && told.copy.code === this.#table) this.#keep(told.copy);
    else if ('others' in told) for (const other of told.others) void this.#offer(other);
  }

  /** A guest that has no seat cannot lead the table. */
  #weigh(peer: Peer, { leads }: Claim, guest: string | undefined): void {
    if (guest !== undefined && (guest !== leads || !this.#heirs.includes(guest))) return;
    if (this.isLed && leads !== this.#hostId) this.#claim = { peer, leads };
    else this.follow(peer, leads);
  }

  #lose(peer: Peer, wait: number): void {
    if (this.#host !== peer) return;
    this.#host = null;
    this.#end(NO_LINE, '');
    if (this.#claim?.peer.isOpen) this.follow(this.#claim.peer, this.#claim.leads);
    else this.#decideLater(wait);
  }

  #decideLater(wait: number): void {
    clearTimeout(this.#successionTimer);
    this.#successionTimer = setTimeout(() => void this.#decide(), wait);
  }

  /** Lead the table if this device is the next one and nobody else has a host, or wait for the next one. */
  async #decide(): Promise<void> {
    const own = await this.#id;
    const isThere = (id: string) => !this.#passed.has(id) && (id === own || this.#others.get(id)?.isOpen === true);
    const next = nextHost(this.#heirs, isThere);
    if (next === own) {
      const answers = await this.#ask();
      if (this.#isLeft && answers.every(({ led }) => !led)) {
        // Where the interpreter cannot be loaded, the one after this device is the next.
        await this.lead(answers.map(({ more }) => more)).catch(() => this.#passed.add(own));
      }
    } else if (next !== undefined) this.#passed.add(next);
    if (this.#isLeft) this.#decideLater(next === own ? ANSWER_MS : NEXT_MS);
  }

  /** Ask the other guests for what they have received after the lines that this device has. */
  #ask(): Promise<Answer[]> {
    const asked = [...this.#others.values()].filter(({ isOpen }) => isOpen);
    return Promise.all(
      asked.map(async (peer) => {
        const answered = new Promise<Answer>((resolve) => {
          this.#answers.set(peer, resolve);
          setTimeout(resolve, ANSWER_MS, { more: [], led: false });
        });
        peer.note({ ask: this.#lines.length });
        return answered;
      }),
    );
  }

  async #answer(peer: Peer, first: number): Promise<void> {
    const now = performance.now();
    if (now < this.#askedAt + MIN_ASK_MS || first < 0) return;
    this.#askedAt = now;
    const more = forOthers(this.#lines.slice(first, first + MAX_MORE), await this.#id);
    peer.note({ more, led: this.isLed } satisfies Answer);
  }

  /** Lead the table on from the copy of this device, and from what others have received after it. */
  async lead(answers: string[][] = []): Promise<void> {
    const own = await this.#id;
    const longest = answers.reduce<string[]>((one, other) => (other.length > one.length ? other : one), []);
    let more: string[] = [];
    try {
      more = fromOthers(longest, own);
    } catch {
      // Lines of a damaged program.
    }
    clearTimeout(this.#successionTimer);
    const lines = this.#lines.length > 0 ? this.#lines : ((await loadTable(this.#table))?.lines ?? []);
    await this.storing;
    await inheritTable(this.#table, lines, more);
    if (!this.#isLeft) return forgetTable(this.#table);
    parties.delete(this.#table);
    forgetGuestTable(this.#table);
    const others = [...this.#others].map(([id, peer]): [Peer, string] => [peer, id]);
    hosting?.begin(this.#table, [...this.#hosts, ...others]);
    this.#end(NO_LINE, '');
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  async #offer(guest: string): Promise<void> {
    if (this.#others.get(guest)?.isOpen || this.#others.size > MAX_OTHERS) return;
    const host = this.#host;
    const [peer, local] = await Peer.invite();
    this.#introduce(guest, peer);
    host?.note({ device: guest, step: 'offer', local } satisfies Introduction);
  }

  async #meetGuest({ device, step, local }: Introduction): Promise<void> {
    const known = this.#others.get(device);
    if (step === 'answer') return known?.accept(local);
    if (!known && this.#others.size > MAX_OTHERS) return;
    const host = this.#host;
    const [peer, described] = await Peer.answer(local);
    this.#introduce(device, peer);
    host?.note({ device, step: 'answer', local: described } satisfies Introduction);
  }

  #introduce(guest: string, peer: Peer): void {
    const before = this.#others.get(guest);
    this.#others.set(guest, peer);
    before?.close();
    this.meet(peer, guest);
  }

  /** Agree on how to connect again: this device waits for the host, in case that the host's page is loaded again. */
  async #wait(host: Local): Promise<void> {
    const own = this.#own;
    const told = this.#host;
    const [peer, described] = await Peer.answer({ ...host, candidates: [] }, own);
    this.meet(peer);
    told?.note({ spare: described });
    await keepSpare(atHost(this.#table), HOST, { own, other: host });
  }

  /** Keep the public part of the log, from which this device has the replay, the record and the review of the game. */
  #keep({ first, lines, summary, heirs }: TableCopy): void {
    this.#lines = [...this.#lines.slice(0, first), ...lines];
    this.#summary = summary;
    this.#heirs = heirs;
    if (summary.state === 'over') this.#store();
    else this.#storeTimer ??= setTimeout(() => this.#store(), STORE_MS);
    if (summary.state !== 'playing' || this.#prepares) return;
    this.#prepares = true;
    setTimeout(() => void this.#prepare(), PREPARE_MS);
  }

  /** Load the interpreter if this device is the next to lead the table, and that costs nothing. */
  async #prepare(): Promise<void> {
    const isNext = this.#heirs[0] === (await this.#id);
    this.#prepares = isNext && (isUnmetered() || (await isPackKept()));
    if (this.#prepares) prepareDevice();
  }

  #store(): void {
    clearTimeout(this.#storeTimer);
    this.#storeTimer = undefined;
    const summary = this.#summary;
    if (!summary || parties.get(this.#table) !== this) return;
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
  const party = partyAt(invitation.table);
  party.meet(peer, undefined);
  void party.led().then(onopen);
  const to = invitation.ufrag.slice(0, TO_LENGTH);
  return encodeDescription({ kind: 'answer', table: invitation.table, to, ...described });
}

/** Connect to the host without a code, as it was agreed; resolves after a while if that is impossible. */
async function connectAgain(table: string, party: Party): Promise<void> {
  const [, spare] = (await keptSpares(atHost(table)))[0] ?? [];
  if (!spare) return;
  const [peer] = await Peer.answer(spare.other, spare.own);
  party.meet(peer);
  await new Promise((resolve) => setTimeout(resolve, CONNECT_MS));
  if (!peer.isOpen) peer.close();
}

const connecting = new Map<string, Promise<void>>();

/** Connect a socket of the page to the host of a table; returns how to send and to close. */
export async function openLine(
  table: string,
  line: Line,
): Promise<{ send: (data: string) => void; close: () => void }> {
  const party = partyAt(table);
  if (!party.isLed) {
    const again = connecting.get(table) ?? connectAgain(table, party).catch(() => undefined);
    connecting.set(table, again);
    void again.then(() => connecting.delete(table));
    // The host may connect meanwhile, and another device may lead the table.
    await Promise.race([again, party.led()]);
  }
  void party.open(line);
  return { send: (data) => party.send(line, data), close: () => party.close(line) };
}

/** Resolves when the copy of a table is stored. */
export const copyStored = (table: string): Promise<void> => parties.get(table)?.storing ?? Promise.resolve();
