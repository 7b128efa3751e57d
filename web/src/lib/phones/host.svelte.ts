// The host's side of a table with other phones: invitations, and the guests' connections to the worker's tables.

import { DeviceSocket, yieldTable } from '../offline/device';
import { loadTable } from '../offline/storage';
import {
  BadCode,
  decodeDescription,
  encodeDescription,
  TO_LENGTH,
  type CodeProblem,
  type Credentials,
  type Local,
} from './description';
import { partyAt, setHosting } from './guest';
import { noteHostedTable } from './guestTables';
import { idOf, ownId } from './identity';
import { keepSpare, keptSpares } from './kept';
import {
  isAnswer,
  isClaim,
  isHello,
  isIntroduction,
  isQuestion,
  isSpareNote,
  VERSION,
  type Claim,
  type Hello,
  type HostNote,
  type Introduction,
} from './notes';
import { newCredentials, Peer } from './peer';
import { goesTo } from './succession';

/** Why an answer cannot be used. */
export type AnswerProblem = CodeProblem | 'own' | 'used' | 'other' | 'unreachable';
/** Invitations that nobody has answered; the oldest one ends when there are more. */
const MAX_OPEN = 12;
/** How long connecting may take. */
const CONNECT_MS = 15_000;
/** How soon a guest may connect to the table again. */
const MIN_ENTER_MS = 300;
/** How long the last note to a guest may take. */
const LAST_NOTE_MS = 1_000;
/** How many notes a guest may send at once, and in a second. */
const NOTES = [200, 2] as const;
/** How soon a host whom all guests have left tries to reach them. */
const RETURN_MS = 10_000;
/** How long this device waits for news before it compares itself with another one that leads the table too. */
const SETTLE_MS = 1_500;
const CLOSED_VERSION: [number, string] = [4003, 'phones_version'];
/** Close codes after which a guest's page does not try again. */
const FINAL = new Set([1008, 4003, 4004, 4005]);

/** A guest's connection, as one more socket of the worker. */
class Guest {
  readonly peer: Peer;
  /** Empty until the guest has said who it is. */
  id = '';
  /** The id of the device with which this connection was agreed; empty for one that answers an invitation. */
  readonly device: string;
  readonly #host: PhoneHost;
  #notes: number = NOTES[0];
  #noteAt = performance.now();
  #socket: DeviceSocket | null = null;
  #hello: Hello | null = null;
  #enteredAt = -Infinity;
  #entering: ReturnType<typeof setTimeout> | undefined;
  /** What the guest has not answered yet. */
  #agreed: { guest: string; own: Credentials } | null = null;

  constructor(peer: Peer, host: PhoneHost, device: string) {
    [this.peer, this.#host, this.device] = [peer, host, device];
    peer.onopen = () => {
      void this.announce();
      void this.#enter();
    };
    peer.onpause = () => this.leave();
    peer.onclose = () => {
      this.leave();
      host.forget(this);
    };
    peer.onmessage = (data) => this.#socket?.send(data);
    peer.onnote = (note) => this.#heed(note);
    if (peer.isOpen) void this.announce();
  }

  get isHere(): boolean {
    return this.#socket !== null;
  }

  /** Say that this device leads the table. */
  async announce(): Promise<void> {
    this.note(await this.#host.claim());
  }

  #heed(note: unknown): void {
    const now = performance.now();
    this.#notes = Math.min(this.#notes + ((now - this.#noteAt) / 1000) * NOTES[1], NOTES[0]) - 1;
    this.#noteAt = now;
    if (this.#notes < 0) return this.peer.close();
    if (this.#agreed && isSpareNote(note)) {
      void keepSpare(this.#host.table, this.#agreed.guest, { own: this.#agreed.own, other: note.spare });
      this.#agreed = null;
      return;
    }
    if (isClaim(note)) return this.#host.compare(this, note);
    if (isQuestion(note)) return void this.announce();
    if (isIntroduction(note)) return this.#host.introduce(this.id, note);
    if (!isHello(note)) {
      // A device that led the table, and does not know yet that this one does.
      if (!isSpareNote(note) && !isAnswer(note) && !['copy', 'others', 'closed'].some((key) => key in (note as object)))
        this.peer.close();
      return;
    }
    if (note.hello !== VERSION) return this.#end(CLOSED_VERSION);
    this.#hello = note;
    // The worker may need longer to answer, if this page was loaded again.
    void this.announce();
    // A page that connects again very soon waits a moment.
    clearTimeout(this.#entering);
    const wait = this.#enteredAt + MIN_ENTER_MS - now;
    if (wait <= 0) void this.#enter();
    else this.#entering = setTimeout(() => void this.#enter(), wait);
  }

  /** Connect to the table, after the guest has said who it is, and again after a pause. */
  async #enter(): Promise<void> {
    const hello = this.#hello;
    if (!hello) return;
    const [id, own] = await Promise.all([idOf(hello.secret), ownId(this.#host.table)]);
    if (hello !== this.#hello || !this.peer.isOpen) return;
    this.leave();
    this.#enteredAt = performance.now();
    const isNew = this.id === '';
    this.id = id;
    const socket = new DeviceSocket(this.#host.table, id, { name: hello.name, host: own });
    this.#socket = socket;
    socket.onmessage = ({ data }) => this.peer.send(data);
    socket.oncopy = (copy) => {
      this.#host.heirs = copy.heirs;
      this.note({ copy });
    };
    socket.onclose = ({ code, reason }) => this.#end([code, reason]);
    if (!isNew) return;
    this.#host.welcome(this);
    await this.#agree(id, hello.spare).catch(() => undefined);
  }

  /** Agree with the guest on how to connect again: this device waits for it, in case that its page is loaded again. */
  async #agree(guest: string, other: Local): Promise<void> {
    const own = newCredentials();
    const [peer, described] = await Peer.invite(own);
    await peer.accept({ ...other, candidates: [] });
    this.#host.take(peer, guest);
    this.#agreed = { guest, own };
    this.note({ spare: described });
  }

  leave(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #end(closed: [number, string]): void {
    this.#socket = null;
    this.note({ closed });
    if (FINAL.has(closed[0])) setTimeout(this.peer.close, LAST_NOTE_MS);
  }

  note(note: HostNote): void {
    this.peer.note(note);
  }
}

export class PhoneHost {
  readonly table: string;
  /** The code of the newest invitation; null while it is made. */
  invitation = $state.raw<string | null>(null);
  /** This device has no network. */
  alone = $state(false);
  /** An answer is being tried. */
  connecting = $state(false);
  /** How many guests have connected. */
  arrived = $state(0);
  /** The guests with a seat, as far as they are known. */
  heirs: string[] = [];
  readonly #open = new Map<string, Peer>();
  readonly #used = new Set<string>();
  /** All connections, also those that wait for a guest. */
  readonly #guests = new Set<Guest>();
  /** Other devices that lead the table too. */
  readonly #rivals = new Map<Peer, Claim>();
  #settling: ReturnType<typeof setTimeout> | undefined;
  #returning: ReturnType<typeof setTimeout> | undefined;
  #tried: Peer[] = [];

  constructor(table: string) {
    this.table = table;
    noteHostedTable(table);
  }

  /** Be the host of the device at the other end, whose id is empty if it is not known. */
  take(peer: Peer, device = ''): void {
    this.#guests.add(new Guest(peer, this, device));
  }

  forget(guest: Guest): void {
    this.#guests.delete(guest);
    this.#rivals.delete(guest.peer);
    if (guest.id) this.#returning ??= setTimeout(() => void this.#returnToGuests(), RETURN_MS);
  }

  /** Try to reach the guests if all of them are gone: this device may have been out of reach, and another one leads. */
  async #returnToGuests(): Promise<void> {
    this.#returning = undefined;
    if (hostOf(this.table) !== this || [...this.#guests].some(({ isHere }) => isHere)) return;
    for (const peer of this.#tried) if (!peer.isOpen) peer.close();
    this.#tried = [];
    await this.resume();
    this.#returning ??= setTimeout(() => void this.#returnToGuests(), RETURN_MS);
  }

  /** Let a new guest connect to the others. */
  welcome(guest: Guest): void {
    const ids = [...this.#guests].filter(({ isHere, id }) => isHere && id !== guest.id).map(({ id }) => id);
    guest.note({ others: [...new Set(ids)] });
    for (const other of this.#guests) if (other.id === '' && other.peer.isOpen) void other.announce();
  }

  /** Pass on what a guest says to another one. */
  introduce(from: string, { device, step, local }: Introduction): void {
    const found = [...this.#guests].findLast(({ id, isHere }) => isHere && id === device);
    if (from) found?.note({ device: from, step, local });
  }

  /** What this device says to others that it leads the table. */
  async claim(): Promise<Claim> {
    const stored = await loadTable(this.table).catch(() => undefined);
    const here = [...this.#guests].filter(({ isHere }) => isHere).map(({ id }) => id);
    return { leads: await ownId(this.table), guests: here, lines: stored?.lines.length ?? 0 };
  }

  /** Two devices lead the table: one of them becomes the guest of the other. Only those with a seat can lead it. */
  compare({ peer, id, device }: Guest, claim: Claim): void {
    if (claim.leads !== (id || device) || (this.heirs.length > 0 && !this.heirs.includes(claim.leads))) return;
    this.#rivals.set(peer, claim);
    this.#settling ??= setTimeout(() => void this.#settle(), SETTLE_MS);
  }

  async #settle(): Promise<void> {
    const own = await this.claim();
    this.#settling = undefined;
    for (const [peer, claim] of this.#rivals) {
      if (hostOf(this.table) !== this || !peer.isOpen) continue;
      if (claim.leads !== own.leads && goesTo(own, claim)) {
        stopHost(this.table, peer);
        await yieldTable(this.table);
        const party = partyAt(this.table);
        party.meet(peer);
        party.follow(peer, claim.leads);
        return;
      }
      peer.note(own);
    }
    this.#rivals.clear();
  }

  /** Leave all guests but one device. */
  stop(except: Peer): void {
    clearTimeout(this.#settling);
    clearTimeout(this.#returning);
    for (const guest of this.#guests) {
      guest.leave();
      if (guest.peer !== except) guest.peer.close();
    }
    for (const waiting of this.#open.values()) waiting.close();
  }

  /** Connect to the guests again, after this page was loaded again. */
  async resume(): Promise<void> {
    for (const [id, { own, other }] of await keptSpares(this.table)) {
      const [peer] = await Peer.invite(own);
      this.#tried.push(peer);
      this.take(peer, id);
      await peer.accept(other).catch(peer.close);
    }
  }

  /** Make a new invitation. Earlier ones stay valid. */
  async invite(): Promise<void> {
    const [peer, described] = await Peer.invite();
    const to = described.ufrag.slice(0, TO_LENGTH);
    this.#open.set(to, peer);
    for (const [old, waiting] of [...this.#open].slice(0, -MAX_OPEN)) {
      this.#open.delete(old);
      waiting.close();
    }
    this.alone = described.candidates.length === 0;
    this.invitation = encodeDescription({ kind: 'invitation', table: this.table, to: '', ...described });
  }

  /** True for an invitation of this host. */
  isOwn = ({ ufrag }: Credentials): boolean => this.#open.has(ufrag.slice(0, TO_LENGTH));

  /** Connect to the guest who gave this answer, and make the next invitation. Returns why that is impossible. */
  async accept(text: string): Promise<AnswerProblem | null> {
    let answer;
    try {
      answer = decodeDescription(text);
    } catch (error) {
      return error instanceof BadCode ? error.kind : 'damaged';
    }
    if (answer.kind !== 'answer') return 'own';
    const { to } = answer;
    if (this.#used.has(to)) return 'used';
    const peer = this.#open.get(to);
    if (answer.table !== this.table || !peer) return 'other';
    this.#open.delete(to);
    this.#used.add(to);
    this.connecting = true;
    try {
      this.take(peer);
      await Promise.all([connected(peer, answer), this.invite()]);
      this.arrived += 1;
      return null;
    } catch {
      peer.close();
      return 'unreachable';
    } finally {
      this.connecting = false;
    }
  }
}

function connected(peer: Peer, answer: Local): Promise<void> {
  return new Promise((resolve, reject) => {
    const { onopen, onclose } = peer;
    const timer = setTimeout(reject, CONNECT_MS);
    peer.onopen = () => {
      clearTimeout(timer);
      peer.onopen = onopen;
      resolve();
      onopen?.();
    };
    peer.onclose = () => {
      reject();
      onclose?.();
    };
    peer.accept(answer).catch(reject);
  });
}

let host = $state.raw<PhoneHost | null>(null);
/** Tabs of this device say here that somebody's answer has come as a link. */
const tabs = 'BroadcastChannel' in self ? new BroadcastChannel('knobel.phones') : null;

/** The host of this page's table, if other phones were invited to it. */
export const hostOf = (table: string): PhoneHost | null => (host?.table === table ? host : null);

export function startHost(table: string): PhoneHost {
  if (host?.table !== table) host = new PhoneHost(table);
  return host;
}

/** End to host a table, of which another device is the host now: the one at the other end of `except`. */
function stopHost(table: string, except: Peer): void {
  const stopped = hostOf(table);
  if (!stopped) return;
  host = null;
  stopped.stop(except);
}

setHosting({
  begin: (table, others) => {
    for (const [peer, id] of others) startHost(table).take(peer, id);
  },
  stop: stopHost,
});

/** Host a table again whose guests this device knows. */
export function resumeHost(table: string): void {
  if (host?.table !== table) void startHost(table).resume();
}

/** The result of an answer that another tab brings. */
let answered = $state.raw<{ problem: AnswerProblem | null } | null>(null);
export const answeredElsewhere = () => answered;

interface Brought {
  answer?: string;
  result?: AnswerProblem | null;
}

tabs?.addEventListener('message', ({ data }: MessageEvent<Brought>) => {
  const { answer } = data;
  if (!host || typeof answer !== 'string') return;
  void host.accept(answer).then((problem) => {
    // Several tabs may host.
    if (problem !== 'other') tabs.postMessage({ result: problem } satisfies Brought);
    answered = { problem };
  });
});

/** Give an answer that was opened as a link to the tab of this device that hosts. */
export async function bring(answer: string): Promise<AnswerProblem | null> {
  if (host) return host.accept(answer);
  if (!tabs) return 'other';
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('other'), CONNECT_MS + 2_000);
    tabs.addEventListener('message', ({ data }: MessageEvent<Brought>) => {
      if (data.result === undefined) return;
      clearTimeout(timer);
      resolve(data.result);
    });
    tabs.postMessage({ answer } satisfies Brought);
  });
}
