import { onDestroy, untrack } from 'svelte';
import type { DealDay } from '../../wire';
import { ApiError, ask } from '../connection/client';
import { Request } from '../ui/request.svelte';
import { timeLeft } from './deal';

const TICK_MS = 20_000;

/** The deals of a day, fetched again when the day is over and when the page is shown again. Create it in a component. */
export class Today extends Request {
  day = $state.raw<DealDay | null>(null);
  /** True if the server has no deals. */
  missing = $state(false);
  #now = $state(0);
  /** The server's clock less that of this device, in ms. */
  #ahead = 0;
  readonly #which: string;

  /** The time that is left to begin, in words; empty before the day is known. */
  readonly left = $derived(this.day ? timeLeft(this.day.ends - this.#now) : '\u00a0');
  /** True while first tries may begin. */
  readonly isOpen = $derived(this.day !== null && this.#now < this.day.ends);

  constructor(which: string) {
    super();
    this.#which = which;
    untrack(() => void this.refresh());
    const timer = setInterval(() => this.#tick(), TICK_MS);
    const shown = () => document.visibilityState === 'visible' && void this.refresh();
    document.addEventListener('visibilitychange', shown);
    onDestroy(() => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', shown);
    });
  }

  refresh(): Promise<void> {
    return this.run(async () => {
      const day = await ask('GET /api/days/{day}', { path: { day: this.#which } }).catch((error: unknown) => {
        this.missing = error instanceof ApiError && error.reason === 'not_found';
        throw error;
      });
      this.#ahead = day.now - Date.now();
      this.#now = day.now;
      this.day = day;
    });
  }

  #tick(): void {
    this.#now = Date.now() + this.#ahead;
    if (this.day && !this.isOpen && this.#which === 'today') void this.refresh();
  }
}
