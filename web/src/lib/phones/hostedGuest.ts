// A guest of a table of this device: its connection, as one more socket of the worker.

import { DeviceSocket } from '../offline/device';
import type { Credentials, Local } from './description';
import { idOf, ownId } from './identity';
import { keepSpares, keptSpares } from './kept';
import { FINAL, VERSION, type Claim, type Hello, type Introduction, type Note } from './notes';
import { newCredentials, Peer } from './peer';

/** How soon a guest may connect to the table again. */
const MIN_ENTER_MS = 300;
const MAX_EARLY = 200;
/** How long the last note to a guest may take. */
const LAST_NOTE_MS = 1_000;
const CLOSED_VERSION: [number, string] = [4003, 'phones_version'];

/** What a guest's connection needs of the host of its table. */
interface Host {
  readonly table: string;
  heirs: string[];
  take: (peer: Peer, device: string) => void;
  welcome: (guest: HostedGuest) => void;
  forget: (guest: HostedGuest) => void;
  introduce: (from: string, step: Introduction) => void;
  claim: () => Promise<Claim>;
  compare: (guest: HostedGuest, claim: Claim) => void;
}

export class HostedGuest {
  readonly peer: Peer;
  /** Empty until the guest has said who it is. */
  id = '';
  /** The id of the device with which this connection was agreed; empty for one that answers an invitation. */
  readonly device: string;
  readonly #host: Host;
  #socket: DeviceSocket | null = null;
  #hello: Hello | null = null;
  #enteredAt = -Infinity;
  #entering: ReturnType<typeof setTimeout> | undefined;
  /** What the guest has sent after its greeting, until it is connected to the table. */
  #early: string[] | null = null;
  /** What the guest has not answered yet. */
  #agreed: { guest: string; own: Credentials } | null = null;

  constructor(peer: Peer, host: Host, device: string) {
    [this.peer, this.#host, this.device] = [peer, host, device];
    peer.isHost = false;
    peer.onopen = () => {
      void this.announce();
      void this.#enter();
    };
    peer.onpause = () => this.leave();
    peer.onclose = () => {
      this.leave();
      host.forget(this);
    };
    peer.onmessage = (data) => this.#receive(data);
    peer.onnote = (note) => this.#heed(note);
    if (peer.isOpen) void this.announce();
  }

  get isHere(): boolean {
    return this.#socket !== null;
  }

  /** Say that this device leads the table. */
  async announce(): Promise<void> {
    this.peer.note({ claim: await this.#host.claim() });
  }

  #receive(data: string): void {
    if (!this.#early) this.#socket?.send(data);
    else if (this.#early.push(data) > MAX_EARLY) this.peer.close();
  }

  #heed({ hello, spare, claim, step, ask }: Note): void {
    if (spare && this.#agreed) {
      const { guest, own } = this.#agreed;
      keepSpares(this.#host.table, { ...keptSpares(this.#host.table), [guest]: { own, other: spare } });
      this.#agreed = null;
    }
    if (claim) this.#host.compare(this, claim);
    if (ask !== undefined) void this.announce();
    if (step) this.#host.introduce(this.id, step);
    if (hello) this.#greet(hello);
  }

  #greet(hello: Hello): void {
    if (hello.version !== VERSION) return this.#end(CLOSED_VERSION);
    this.#hello = hello;
    this.#early = [];
    // The worker may need longer to answer, if this page was loaded again.
    void this.announce();
    // A page that connects again very soon waits a moment.
    clearTimeout(this.#entering);
    const wait = this.#enteredAt + MIN_ENTER_MS - performance.now();
    this.#entering = setTimeout(() => void this.#enter(), Math.max(wait, 0));
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
      this.peer.note({ copy });
    };
    socket.onclose = ({ code, reason }) => this.#end([code, reason]);
    for (const data of this.#early ?? []) socket.send(data);
    this.#early = null;
    this.#host.welcome(this);
    if (isNew) await this.#agree(id, hello.spare).catch(() => undefined);
  }

  /** Agree with the guest on how to connect again: this device waits for it, in case that its page is loaded again. */
  async #agree(guest: string, other: Local): Promise<void> {
    const own = newCredentials();
    const [peer, described] = await Peer.invite(own);
    await peer.accept({ ...other, candidates: [] });
    this.#host.take(peer, guest);
    this.#agreed = { guest, own };
    this.peer.note({ spare: described });
  }

  leave(): void {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #end(closed: [number, string]): void {
    this.#socket = null;
    this.peer.note({ closed });
    if (FINAL.has(closed[0])) setTimeout(this.peer.close, LAST_NOTE_MS);
  }
}
