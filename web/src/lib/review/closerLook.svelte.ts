// A comparison of two actions by games played out, which becomes more accurate while one watches.

import type { CoachComparison, CoachEstimate } from '../../wire';
import type { Compare } from './comparison';
import { Request } from '../ui/request.svelte';

/** Half the width of an interval of 95 %, in standard errors. */
const HALF_WIDTH = 1.96;
/** Factor from the largest difference to the end of the scale. */
const MARGIN = 1.15;

/** An interval of 95 % around a mean. */
export interface Interval {
  mean: number;
  half: number;
  low: number;
  high: number;
}

/** The interval of an estimate; `scale` converts it, for example to percent. */
export function intervalOf({ mean, uncertainty }: CoachEstimate, scale = 1): Interval {
  const half = HALF_WIDTH * uncertainty * scale;
  return { mean: mean * scale, half, low: mean * scale - half, high: mean * scale + half };
}

/** Which of two actions is better, by the difference of the first from the second; null if that is not certain yet. */
export function betterOf({ low, high }: Interval): 0 | 1 | null {
  if (low > 0) return 0;
  return high < 0 ? 1 : null;
}

export class CloserLook extends Request {
  comparison = $state.raw<CoachComparison | null>(null);
  /** More than the largest difference that was shown, in points: the scale of the picture, so that its interval shrinks. */
  extent = $state(1);
  /** The player stopped the coach before it was certain. */
  stopped = $state(false);
  #running: AbortController | null = null;
  readonly #compare: Compare;

  constructor(compare: Compare) {
    super();
    this.#compare = compare;
  }

  /** Compare two actions until the coach is certain, or `stop`. */
  async start(actions: readonly [string, string]): Promise<void> {
    this.stop();
    const running = new AbortController();
    this.#running = running;
    this.comparison = null;
    this.stopped = false;
    this.extent = 1;
    await this.run(async () => {
      try {
        for await (const comparison of this.#compare(actions, running.signal)) {
          if (running.signal.aborted) return;
          const { low, high } = intervalOf(comparison.points);
          this.extent = Math.max(this.extent, -MARGIN * low, MARGIN * high);
          this.comparison = comparison;
        }
      } catch (error) {
        // A stopped request fails, and the comparison so far is better than an error.
        if (!running.signal.aborted && !this.comparison) throw error;
      }
    });
  }

  /** Stop the work of the coach; the comparison so far stays. */
  stop(): void {
    this.stopped = this.busy;
    this.#running?.abort();
    this.#running = null;
  }
}
