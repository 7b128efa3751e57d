// A guest's connections to the other guests of a table, whose descriptions the host passes on.

import type { Answer, Introduction } from './notes';
import { Peer } from './peer';

/** How long other guests may take to answer. */
export const ANSWER_MS = 800;
const MAX_OTHERS = 30;
/** How long connecting to a guest may take, until it is tried again. */
const CONNECT_MS = 5_000;
const MAX_TRIES = 3;

export class OtherGuests {
  readonly #peers = new Map<string, Peer>();
  readonly #answers = new Map<Peer, (answer: Answer) => void>();
  readonly #meet: (peer: Peer, guest: string) => void;
  readonly #passOn: (step: Introduction) => void;
  /** The last offer to each guest, by its `ufrag`. */
  readonly #offers = new Map<string, string>();

  /** `meet` is called with each new connection and the id of its guest, `passOn` with what the host is to pass on. */
  constructor(meet: (peer: Peer, guest: string) => void, passOn: (step: Introduction) => void) {
    [this.#meet, this.#passOn] = [meet, passOn];
  }

  isThere = (guest: string): boolean => this.#peers.get(guest)?.isOpen === true;

  /** The connections, also those that are not open, with the ids of the guests. */
  get all(): [Peer, string][] {
    return [...this.#peers].map(([guest, peer]) => [peer, guest]);
  }

  /** The connection to this guest, or only one of them, is no longer used. */
  remove(guest: string, peer?: Peer): void {
    if (peer === undefined || this.#peers.get(guest) === peer) this.#peers.delete(guest);
  }

  /** Begin to connect to a guest. */
  async offer(guest: string, tries = MAX_TRIES): Promise<void> {
    if (this.isThere(guest) || this.#peers.size > MAX_OTHERS) return;
    const [peer, local] = await Peer.invite();
    this.#add(guest, peer);
    this.#offers.set(guest, local.ufrag);
    this.#passOn({ device: guest, to: '', local });
    if (tries > 1) setTimeout(() => void this.offer(guest, tries - 1), CONNECT_MS);
  }

  /** Take the step of another guest. */
  async take({ device, to, local }: Introduction): Promise<void> {
    const known = this.#peers.get(device);
    if (to) return this.#offers.get(device) === to ? known?.accept(local) : undefined;
    if (!known && this.#peers.size > MAX_OTHERS) return;
    const [peer, described] = await Peer.answer(local);
    this.#add(device, peer);
    this.#passOn({ device, to: local.ufrag, local: described });
  }

  /** Ask all for what they have received after this number of lines. Returns the ids of those who answer, with the answers. */
  async ask(lines: number): Promise<[guest: string, answer: Answer][]> {
    const asked = this.all.filter(([{ isOpen }]) => isOpen);
    const answers = asked.map(async ([peer, guest]): Promise<[string, Answer][]> => {
      const answer = await new Promise<Answer | null>((resolve) => {
        this.#answers.set(peer, resolve);
        setTimeout(resolve, ANSWER_MS, null);
        peer.note({ ask: lines });
      });
      return answer ? [[guest, answer]] : [];
    });
    return (await Promise.all(answers)).flat();
  }

  hear = (peer: Peer, answer: Answer): void => this.#answers.get(peer)?.(answer);

  #add(guest: string, peer: Peer): void {
    const before = this.#peers.get(guest);
    this.#peers.set(guest, peer);
    before?.close();
    this.#meet(peer, guest);
  }
}
