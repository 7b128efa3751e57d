// News of other players' moves: shown one after another, and marked on the sheets for a while.

export interface NewsItem {
  /**
   * An action die earned, an action die played, five equal dice entered, a line completed, the lead taken, a message
   * of the chat.
   */
  kind: 'earned' | 'attack' | 'five' | 'line' | 'lead' | 'chat';
  /** The seat that caused it; -1 if none did. */
  seat: number;
  text: string;
}

/** A place on a seat's sheet. */
export interface ChangedPlace {
  seat: number;
  place: string;
}

/** A row, or everything, that moved from one seat's sheet to another's. */
export interface SheetTransfer {
  from: number;
  to: number;
  row?: string | undefined;
}

/** How long an item is shown if others wait, and if none does. */
const SHORT_MS = 2_500;
const LONG_MS = 6_000;
/** Older items and older changes are dropped. */
const MAX_ITEMS = 4;

const keyOf = (seat: number, place: string) => `${seat} ${place}`;

export class NewsQueue {
  #items = $state.raw<NewsItem[]>([]);
  /** The changed places, one set for each update. */
  #changes = $state.raw<ReadonlySet<string>[]>([]);
  #transfers = $state.raw<SheetTransfer[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the current item was first shown. */
  #shownSince = 0;

  get current(): NewsItem | null {
    return this.#items[0] ?? null;
  }

  /** True if a place of a seat's sheet has changed recently. */
  hasChanged(seat: number, place: string): boolean {
    return this.#changes.some((places) => places.has(keyOf(seat, place)));
  }

  /** The latest transfers between sheets. */
  get transfers(): readonly SheetTransfer[] {
    return this.#transfers;
  }

  add(items: NewsItem[]): void {
    if (items.length === 0) return;
    const { current } = this;
    const newLead = items.some(({ kind }) => kind === 'lead');
    const waiting = this.#items.filter(({ kind }) => !newLead || kind !== 'lead');
    this.#items = [...waiting, ...items].slice(-MAX_ITEMS);
    this.#schedule(current);
  }

  showChanges(changed: ChangedPlace[], transfers: SheetTransfer[] = []): void {
    this.#transfers = transfers;
    // After whole sheets have moved, earlier changes would be marked on the wrong sheet.
    const current = transfers.some(({ row }) => row === undefined) ? [] : this.#changes;
    if (changed.length === 0 && current === this.#changes) return;
    const places = new Set(changed.map(({ seat, place }) => keyOf(seat, place)));
    this.#changes = [...current, places].slice(-MAX_ITEMS);
    setTimeout(() => (this.#changes = this.#changes.filter((each) => each !== places)), LONG_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#items = [];
    this.#changes = [];
    this.#transfers = [];
  }

  /** Schedule the next item; `before` is the item that was shown until now. */
  #schedule(before: NewsItem | null): void {
    clearTimeout(this.#timer);
    if (!this.current) return;
    if (this.current !== before) this.#shownSince = performance.now();
    const time = this.#items.length > 1 ? SHORT_MS : LONG_MS;
    this.#timer = setTimeout(
      () => {
        const { current } = this;
        this.#items = this.#items.slice(1);
        this.#schedule(current);
      },
      this.#shownSince + time - performance.now(),
    );
  }
}

/** The news of the table on the page. */
export const newsQueue = new NewsQueue();
