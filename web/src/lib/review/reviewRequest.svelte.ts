import type { CoachReview } from '../../wire';
import { Request } from '../ui/request.svelte';

/** A review that is fetched on request; the coach takes a while. */
export class ReviewRequest extends Request {
  review = $state.raw<CoachReview | null>(null);
  readonly #fetch: () => Promise<CoachReview>;

  constructor(fetch: () => Promise<CoachReview>) {
    super();
    this.#fetch = fetch;
  }

  async start(): Promise<void> {
    if (this.busy || this.review) return;
    await this.run(async () => {
      this.review = await this.#fetch();
    });
  }
}
