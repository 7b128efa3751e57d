// What has just happened: told one after the other, and seen on the sheets for a while.

import type { Happening, Journey, Spot } from './happenings';

/** So many milliseconds something is told, while more waits to be told and when nothing does. */
const BRIEFLY = 2_500;
const A_WHILE = 6_000;
/** What would wait for longer than so many others is old by then. */
const MOST = 4;

export class News {
  #waiting = $state.raw<Happening[]>([]);
  #spots = $state.raw<Set<string>>(new Set());
  #journeys = $state.raw<Journey[]>([]);
  #telling: ReturnType<typeof setTimeout> | undefined;
  #showing: ReturnType<typeof setTimeout> | undefined;

  get told(): Happening | null {
    return this.#waiting[0] ?? null;
  }

  /** Whether something has just happened at this place of a seat's sheet. */
  at(seat: number, place: string): boolean {
    return this.#spots.has(`${seat} ${place}`);
  }

  /** What has just gone from sheet to sheet. */
  get journeys(): readonly Journey[] {
    return this.#journeys;
  }

  add(happenings: Happening[]): void {
    if (happenings.length === 0) return;
    const overtaken = happenings.some(({ kind }) => kind === 'lead');
    const current = this.#waiting.filter(({ kind }) => !overtaken || kind !== 'lead');
    this.#waiting = [...current, ...happenings].slice(-MOST);
    clearTimeout(this.#telling);
    this.#next();
  }

  show(spots: Spot[], journeys: Journey[] = []): void {
    this.#journeys = journeys;
    if (spots.length === 0) return;
    this.#spots = new Set(spots.map(({ seat, place }) => `${seat} ${place}`));
    clearTimeout(this.#showing);
    this.#showing = setTimeout(() => (this.#spots = new Set()), A_WHILE);
  }

  clear(): void {
    clearTimeout(this.#telling);
    clearTimeout(this.#showing);
    this.#waiting = [];
    this.#spots = new Set();
    this.#journeys = [];
  }

  #next(): void {
    const last = this.#waiting.length < 2;
    this.#telling = setTimeout(
      () => {
        this.#waiting = this.#waiting.slice(1);
        if (this.#waiting.length > 0) this.#next();
      },
      last ? A_WHILE : BRIEFLY,
    );
  }
}

/** Of the table that one is at. */
export const news = new News();
