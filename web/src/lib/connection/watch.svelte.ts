import { onDestroy } from 'svelte';
import { ApiError } from './client';

const FIRST_RETRY_S = 3;
/** Reasons after which asking again makes no sense. */
const FINAL = new Set(['no_cup', 'no_group', 'no_table', 'not_member', 'no_session']);

/** A state of the server, requested again every `poll_s` seconds while the page is visible. */
export class Watch<State extends { poll_s: number }> {
  state = $state.raw<State | null>(null);
  /** The reason why the last request failed. */
  failure = $state<string | null>(null);
  readonly #fetch: () => Promise<State>;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Create in a component: the requests end with it. */
  constructor(fetch: () => Promise<State>) {
    this.#fetch = fetch;
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
      this.state = await this.#fetch();
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof ApiError ? error.reason : 'offline';
    }
    this.#wait();
  }

  /** Show the state that the server sent after a change. */
  show(state: State): void {
    this.state = state;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.#closed || (this.failure !== null && FINAL.has(this.failure))) return;
    if (document.visibilityState === 'hidden') return;
    this.#timer = setTimeout(() => void this.refresh(), 1000 * (this.state?.poll_s ?? FIRST_RETRY_S));
  }
}
