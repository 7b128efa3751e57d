// A connection between two browsers, and the texts that go through it.

import { readSdp, writeSdp, type Credentials, type Local } from './description';
import { hexOf } from '../records/sha256';
import { ownCertificate } from './kept';
import { readNote, type Note } from './notes';

/** The first letter of a part of a text: one that is continued, or the last or only one of a message or of a note. */
const [CONTINUED, MESSAGE, NOTE] = ['+', '=', '!'];
/** Browsers take 256 KiB at once, and a letter has up to three bytes. */
const PART_LENGTH = 60_000;
/** A host's longest message is the state of a large table with its log. */
const MAX_LENGTH = 8_000_000;
/** A browser that does not take what it is sent is disconnected. */
const MAX_BUFFERED = 8_000_000;
/** How many notes a device that is not the host may send at once, and in a second. */
const [NOTES, NOTES_PER_S] = [200, 2];
/** How often a waiting connection gets an address to try, which Firefox gives up after 11 s. */
const TRY_MS = 5_000;
/** Nobody listens there, and Chromium takes no port below 1024. */
const FIRST_PORT = 9;
/** Browsers report the end of gathering after some time only if an interface does not answer. */
const GATHER_MS = 2_000;

const letters = (count: number) => hexOf(crypto.getRandomValues(new Uint8Array(count / 2)));

/** New credentials for a connection that is agreed on before. */
export const newCredentials = (): Credentials => ({ ufrag: letters(8), pwd: letters(32) });

export class Peer {
  /** The channel can be used, or again after a pause. */
  onopen: (() => void) | null = null;
  /** Nothing arrives for a while: the other phone sleeps, or is out of reach. */
  onpause: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((data: string) => void) | null = null;
  /** Something that the other page says beside the messages of the table. */
  onnote: ((note: Note) => void) | null = null;

  /** The other device leads the table: only it sends long texts, in parts, and many notes. */
  isHost = false;

  /** Resolves when the channel can be used for the first time; rejects if it is closed before. */
  readonly opened: Promise<void>;

  /** When something arrived last. */
  heardAt = 0;

  readonly #connection: RTCPeerConnection;
  readonly #channel: RTCDataChannel;
  #refuse!: (error: Error) => void;
  #parts = '';
  #notes = NOTES;
  #noteAt = 0;
  #closed = false;
  #paused = false;

  private constructor(certificate: RTCCertificate) {
    // Nobody but the two devices is asked for addresses.
    this.#connection = new RTCPeerConnection({ iceServers: [], certificates: [certificate] });
    this.#channel = this.#connection.createDataChannel('knobel', { negotiated: true, id: 0 });
    this.opened = new Promise((resolve, reject) => {
      this.#channel.addEventListener('open', () => resolve());
      this.#refuse = reject;
    });
    this.opened.catch(() => undefined);
    this.#channel.onopen = () => this.onopen?.();
    this.#channel.onclose = () => this.close();
    this.#channel.onmessage = ({ data }: MessageEvent<unknown>) => this.#receive(data);
    this.#connection.onconnectionstatechange = () => this.#follow();
    addEventListener('pagehide', this.close);
  }

  /**
   * The side that begins: its description is given to the other device, whose one is given to `accept`.
   *
   * `own` are credentials that the other device knows already.
   */
  static async invite(own?: Credentials): Promise<[Peer, Local]> {
    const peer = new Peer(await ownCertificate());
    return [peer, await peer.#describe(await peer.#connection.createOffer(), own)];
  }

  /** The other side, from the first one's description. Without its addresses it waits for it. */
  static async answer(host: Local, own?: Credentials): Promise<[Peer, Local]> {
    const peer = new Peer(await ownCertificate());
    await peer.#connection.setRemoteDescription({ type: 'offer', sdp: writeSdp({ kind: 'invitation', ...host }) });
    const local = await peer.#describe(await peer.#connection.createAnswer(), own);
    if (host.candidates.length === 0) peer.#wait(local);
    return [peer, local];
  }

  /** Connect to the device of this description, or wait for it. @throws Error if the browser refuses it. */
  async accept(other: Local): Promise<void> {
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: writeSdp({ kind: 'answer', ...other }) });
    if (other.candidates.length === 0) this.#wait(readSdp(this.#connection.localDescription?.sdp ?? ''));
  }

  /** It was opened and not closed, though nothing may arrive for a while. */
  get isKept(): boolean {
    return this.#channel.readyState === 'open';
  }

  get isOpen(): boolean {
    return this.isKept && !this.#paused;
  }

  send(data: string, kind = MESSAGE): void {
    let rest = data;
    for (; rest.length > PART_LENGTH; rest = rest.slice(PART_LENGTH))
      this.#write(CONTINUED + rest.slice(0, PART_LENGTH));
    this.#write(kind + rest);
  }

  note(note: Note): void {
    this.send(JSON.stringify(note), NOTE);
  }

  close = (): void => {
    if (this.#closed) return;
    this.#closed = true;
    removeEventListener('pagehide', this.close);
    this.#connection.close();
    this.#refuse(new Error('the connection is closed'));
    this.onclose?.();
  };

  #write(text: string): void {
    if (this.#channel.readyState !== 'open') return;
    if (this.#channel.bufferedAmount > MAX_BUFFERED) this.close();
    else this.#channel.send(text);
  }

  #receive(data: unknown): void {
    if (typeof data !== 'string' || data.length > PART_LENGTH + 1 || this.#closed) return this.close();
    this.heardAt = performance.now();
    this.#parts += data.slice(1);
    if (data[0] === CONTINUED) {
      if (!this.isHost || this.#parts.length > MAX_LENGTH) this.close();
      return;
    }
    const whole = this.#parts;
    this.#parts = '';
    if (data[0] === MESSAGE) return this.onmessage?.(whole);
    if (data[0] !== NOTE || !this.#mayNote()) return this.close();
    let note: Note;
    try {
      note = readNote(whole);
    } catch {
      return this.close();
    }
    this.onnote?.(note);
  }

  #mayNote(): boolean {
    const now = performance.now();
    this.#notes = Math.min(this.#notes + ((now - this.#noteAt) / 1000) * NOTES_PER_S, NOTES) - 1;
    this.#noteAt = now;
    return this.isHost || this.#notes >= 0;
  }

  #follow(): void {
    const state = this.#connection.connectionState;
    // Before it was open: Chromium says that too while it looks for the address behind a name.
    const hasFailed = state === 'failed' && this.#channel.readyState !== 'connecting';
    if (hasFailed || state === 'closed') this.close();
    else if (state === 'disconnected') {
      this.#paused = true;
      this.onpause?.();
    } else if (state === 'connected' && this.#paused) {
      this.#paused = false;
      this.onopen?.();
    }
  }

  /**
   * Wait for the other device, whose addresses are not known.
   *
   * Firefox closes a connection that has had no address to try for 5 s. So it gets one after the other where nobody is,
   * on this device itself. Other browsers do not try them, and need none.
   */
  #wait({ candidates: [own] }: Local): void {
    if (!own) return;
    let port = FIRST_PORT;
    const offer = () => {
      if (port > FIRST_PORT && this.#connection.iceConnectionState !== 'checking') return clearInterval(timer);
      const candidate = `candidate:1 1 udp 1 ${own.address} ${port} typ host`;
      port += 1;
      void this.#connection.addIceCandidate({ sdpMid: '0', candidate }).catch(() => clearInterval(timer));
    };
    const timer = setInterval(offer, TRY_MS);
    offer();
  }

  async #describe({ type, sdp = '' }: RTCSessionDescriptionInit, own?: Credentials): Promise<Local> {
    const connection = this.#connection;
    const known = own
      ? sdp
          .replaceAll(/^a=ice-ufrag:.*$/gm, `a=ice-ufrag:${own.ufrag}`)
          .replaceAll(/^a=ice-pwd:.*$/gm, `a=ice-pwd:${own.pwd}`)
      : sdp;
    await connection.setLocalDescription({ type, sdp: known });
    await new Promise<void>((resolve) => {
      const look = () => connection.iceGatheringState === 'complete' && resolve();
      connection.addEventListener('icegatheringstatechange', look);
      setTimeout(resolve, GATHER_MS);
      look();
    });
    return readSdp(connection.localDescription?.sdp ?? '');
  }
}
