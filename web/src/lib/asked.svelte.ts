// A review that somebody asks for: working it out takes a while.

import type { CoachReview } from '../wire';
import { ApiError } from './api';
import { reasonText } from './reasons';

export class Asked {
  review = $state.raw<CoachReview | null>(null);
  working = $state(false);
  problem = $state<string | null>(null);
  readonly #fetch: () => Promise<CoachReview>;

  constructor(fetch: () => Promise<CoachReview>) {
    this.#fetch = fetch;
  }

  async ask(): Promise<void> {
    if (this.working || this.review) return;
    this.working = true;
    this.problem = null;
    try {
      this.review = await this.#fetch();
    } catch (error) {
      this.problem = reasonText(error instanceof ApiError ? error.reason : 'internal');
    } finally {
      this.working = false;
    }
  }
}
