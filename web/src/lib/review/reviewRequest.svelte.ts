import type { CoachDecision, CoachReview } from '../../wire';
import { offline } from '../offline/offline.svelte';
import { Request } from '../ui/request.svelte';
import type { Maker, WatchedReview } from './coach';
import type { Decisions } from './review';

/** A review that is fetched on request; the coach takes a while. */
export class ReviewRequest extends Request {
  review = $state.raw<CoachReview | null>(null);
  /** Where the engine computed the review. */
  maker = $state<Maker>('server');
  /** The share of the game that the coach has gone through; null if it is not known. */
  share = $state<number | null>(null);
  #found = $state.raw<CoachDecision[]>([]);
  /** The review, or the mistakes that it has found until now. */
  readonly known = $derived<Decisions>(this.review ?? { decisions: this.#found });
  readonly #fetch: (watched: WatchedReview) => Promise<CoachReview>;
  readonly #leaving = new AbortController();

  constructor(fetch: (watched: WatchedReview) => Promise<CoachReview>) {
    super();
    this.#fetch = fetch;
  }

  async start(): Promise<void> {
    if (this.busy || this.review) return;
    this.maker = offline.on ? 'device' : 'server';
    this.#found = [];
    await this.run(async () => {
      this.review = await this.#fetch({
        signal: this.#leaving.signal,
        onshare: (share) => (this.share = share),
        onmistakes: (found) => (this.#found = [...this.#found, ...found]),
        ondevice: () => (this.maker = 'device'),
      });
    });
    this.share = null;
  }

  /** Stop the work of the coach for good, when the page is left. */
  stop(): void {
    this.#leaving.abort();
  }
}
