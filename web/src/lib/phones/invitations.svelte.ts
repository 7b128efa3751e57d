// The invitations of a host: each connects one guest, who answers it.

import { takeAnswers } from './answerTabs';
import { decodeDescription, encodeDescription, TO_LENGTH, type AnswerProblem, type Credentials } from './description';
import { Peer } from './peer';

/** Invitations that nobody has answered; the oldest one ends when there are more. */
const MAX_OPEN = 12;
/** How long connecting may take. */
const CONNECT_MS = 15_000;

export class Invitations {
  /** The code of the newest one; null while it is made. */
  code = $state.raw<string | null>(null);
  /** This device has no network. */
  alone = $state(false);
  /** An answer is being tried. */
  connecting = $state(false);
  /** How many guests have connected. */
  arrived = $state(0);
  /** Why the last answer could not be used. */
  problem = $state<AnswerProblem | null>(null);
  readonly #table: string;
  readonly #take: (peer: Peer) => void;
  readonly #open = new Map<string, Peer>();
  readonly #used = new Set<string>();
  readonly #stopTaking = takeAnswers((answer) => this.accept(answer));

  /** `take` is called with the connection to each guest. */
  constructor(table: string, take: (peer: Peer) => void) {
    [this.#table, this.#take] = [table, take];
  }

  /** Make a new one. Earlier ones stay valid. */
  async make(): Promise<void> {
    const [peer, described] = await Peer.invite();
    const to = described.ufrag.slice(0, TO_LENGTH);
    this.#open.set(to, peer);
    for (const [old, waiting] of [...this.#open].slice(0, -MAX_OPEN)) {
      this.#open.delete(old);
      waiting.close();
    }
    this.alone = described.candidates.length === 0;
    this.code = encodeDescription({ kind: 'invitation', table: this.#table, to: '', ...described });
  }

  isOwn = ({ ufrag }: Credentials): boolean => this.#open.has(ufrag.slice(0, TO_LENGTH));

  /** Connect to the guest who gave this answer, and make the next invitation. Returns why that is impossible. */
  async accept(text: string): Promise<AnswerProblem | null> {
    return (this.problem = await this.#connect(text));
  }

  async #connect(text: string): Promise<AnswerProblem | null> {
    const answer = decodeDescription(text);
    if (typeof answer === 'string') return answer;
    if (answer.kind !== 'answer') return 'own';
    const { to } = answer;
    if (this.#used.has(to)) return 'used';
    const peer = this.#open.get(to);
    if (answer.table !== this.#table || !peer) return 'other';
    this.#open.delete(to);
    this.#used.add(to);
    this.connecting = true;
    const timer = setTimeout(peer.close, CONNECT_MS);
    try {
      this.#take(peer);
      await Promise.all([peer.accept(answer), peer.opened, this.make()]);
      this.arrived += 1;
      return null;
    } catch {
      peer.close();
      return 'unreachable';
    } finally {
      clearTimeout(timer);
      this.connecting = false;
    }
  }

  end(): void {
    this.#stopTaking();
    for (const waiting of this.#open.values()) waiting.close();
  }
}
