// What has just happened: told one after the other, and seen on the sheets for a while.

import type { Happening, Journey, Spot } from './happenings';

/** So many milliseconds something is told, where more waits to be told and where nothing does. */
const BRIEFLY = 2_500;
const A_WHILE = 6_000;
/** What would wait for longer than so many others is old by then, and so is what came before so many others. */
const MOST = 4;

export class News {
  #waiting = $state.raw<Happening[]>([]);
  /** Places where something has happened, those of one time together. */
  #spots = $state.raw<ReadonlySet<string>[]>([]);
  #journeys = $state.raw<Journey[]>([]);
  #telling: ReturnType<typeof setTimeout> | undefined;
  /** When it began to be told. */
  #since = 0;

  get told(): Happening | null {
    return this.#waiting[0] ?? null;
  }

  /** Whether something has just happened at this place of a seat's sheet. */
  at(seat: number, place: string): boolean {
    return this.#spots.some((places) => places.has(`${seat} ${place}`));
  }

  /** What has just gone from sheet to sheet. */
  get journeys(): readonly Journey[] {
    return this.#journeys;
  }

  add(happenings: Happening[]): void {
    if (happenings.length === 0) return;
    const { told } = this;
    const overtaken = happenings.some(({ kind }) => kind === 'lead');
    const current = this.#waiting.filter(({ kind }) => !overtaken || kind !== 'lead');
    this.#waiting = [...current, ...happenings].slice(-MOST);
    this.#wait(told);
  }

  show(spots: Spot[], journeys: Journey[] = []): void {
    this.#journeys = journeys;
    // Whose sheet has gone, there nothing has happened.
    const current = journeys.some(({ row }) => row === undefined) ? [] : this.#spots;
    if (spots.length === 0 && current === this.#spots) return;
    const places = new Set(spots.map(({ seat, place }) => `${seat} ${place}`));
    this.#spots = [...current, places].slice(-MOST);
    setTimeout(() => (this.#spots = this.#spots.filter((each) => each !== places)), A_WHILE);
  }

  clear(): void {
    clearTimeout(this.#telling);
    this.#waiting = [];
    this.#spots = [];
    this.#journeys = [];
  }

  /** Goes on when what is told was told for long enough; `before` is what was told until now. */
  #wait(before: Happening | null): void {
    clearTimeout(this.#telling);
    if (!this.told) return;
    if (this.told !== before) this.#since = performance.now();
    const time = this.#waiting.length > 1 ? BRIEFLY : A_WHILE;
    this.#telling = setTimeout(
      () => {
        const { told } = this;
        this.#waiting = this.#waiting.slice(1);
        this.#wait(told);
      },
      this.#since + time - performance.now(),
    );
  }
}

/** Of the table that one is at. */
export const news = new News();
