import { onDestroy } from 'svelte';
import type { CupState } from '../../wire';
import { ApiError } from '../connection/api';
import { fetchCup } from './cupApi';

const FIRST_RETRY_S = 3;
/** Reasons after which asking again makes no sense. */
const FINAL = new Set(['no_cup', 'no_session']);

/** The state of a cup, requested again every few seconds while the page is visible. */
export class CupWatch {
  readonly link: string;
  cup = $state.raw<CupState | null>(null);
  /** The reason why the last request failed. */
  failure = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Create in a component: the requests end with it. */
  constructor(link: string) {
    this.link = link;
    const onvisible = () => {
      if (document.visibilityState === 'visible') void this.refresh();
    };
    document.addEventListener('visibilitychange', onvisible);
    onDestroy(() => {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#closed = true;
      document.removeEventListener('visibilitychange', onvisible);
    });
    void this.refresh();
  }

  #closed = false;

  /** Request the state now. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.cup = await fetchCup(this.link);
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof ApiError ? error.reason : 'offline';
    }
    this.#wait();
  }

  /** Show the state that the server sent after a change. */
  show(cup: CupState): void {
    this.cup = cup;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#closed || (this.failure !== null && FINAL.has(this.failure))) return;
    if (document.visibilityState === 'hidden') return;
    this.#timer = setTimeout(() => void this.refresh(), 1000 * (this.cup?.poll_s ?? FIRST_RETRY_S));
  }
}
