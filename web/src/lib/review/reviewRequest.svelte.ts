import type { CoachReview } from '../../wire';
import type { Watched } from '../connection/api';
import { Request } from '../ui/request.svelte';

/** A review that is fetched on request; the coach takes a while. */
export class ReviewRequest extends Request {
  review = $state.raw<CoachReview | null>(null);
  /** The share of the game that the coach has gone through; null if it is not known. */
  share = $state<number | null>(null);
  readonly #fetch: (watched: Watched) => Promise<CoachReview>;
  readonly #leaving = new AbortController();

  constructor(fetch: (watched: Watched) => Promise<CoachReview>) {
    super();
    this.#fetch = fetch;
  }

  async start(): Promise<void> {
    if (this.busy || this.review) return;
    await this.run(async () => {
      this.review = await this.#fetch({
        signal: this.#leaving.signal,
        onshare: (share) => (this.share = share),
      });
    });
    this.share = null;
  }

  /** Stop the work of the coach for good, when the page is left. */
  stop(): void {
    this.#leaving.abort();
  }
}
