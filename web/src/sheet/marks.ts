// Where on the sheets and dice the actions of a judged decision lie.

import { getContext, setContext } from 'svelte';
import { m } from './markWords';
import { cellName, COLUMNS, LINES, ROWS } from './cells';
import { fieldPlace } from './places';

/** What was played, and what would have been better. */
export type Role = 'played' | 'better';

/** A decision that is looked at: who took it, the actions, and what each of them writes, where that is known. */
export interface Judged {
  seat: number;
  seats: number;
  played: string | null;
  better: string | null;
  writes: (action: string) => number | null;
}

/** The mark of a place or die. */
export interface Mark {
  roles: readonly Role[];
  /** What the action writes there. */
  writes: number | null;
  /** The mark in words, for a place's accessible name. */
  label: string;
}

/** The place of a whole sheet. */
export const WHOLE_SHEET = 'sheet';

const CELLS: ReadonlySet<string> = new Set(ROWS.flatMap((_, r) => COLUMNS.map((_, c) => cellName(r, c))));

/** An entry, in a cell or a field: it writes something in its place. */
const ENTERS = /^([a-e][1-5][kbgyr]?|(?!shift|swap)[1-6a-z]{2}(\.\d+)?)$/;

interface Place {
  seat: number;
  place: string;
}

/** The places on sheets that an action of a seat is about; none for dice, rolling and passing. */
export function placesOf(action: string, seat: number, seats: number): Place[] {
  const here = (place: string) => ({ seat, place });
  const [line = '', cells] = action.split(':');
  if (cells !== undefined && (LINES as readonly string[]).includes(line)) return cells.split(',').map(here);
  if (CELLS.has(action.slice(0, 2))) return [here(action.slice(0, 2))];
  const [word = '', second, row = ''] = action.split('.');
  const target = Number(second);
  switch (word) {
    case 'steal':
      return [here(fieldPlace(row, seat)), { seat: target, place: fieldPlace(row, target) }];
    case 'freeze':
    case 'cross':
      return [{ seat: target, place: fieldPlace(row, target) }];
    case 'swap':
      return [here(WHOLE_SHEET), { seat: target, place: WHOLE_SHEET }];
    case 'shift':
      return Array.from({ length: seats }, (_, other) => ({ seat: other, place: WHOLE_SHEET }));
  }
  if (/^([kf][1-6]*|roll|end|pass)$/.test(action)) return [];
  return [here(fieldPlace(word, second ?? seat))];
}

/** Which of the dice an action keeps (`k335`), or adds to one's own (`c3g`); null where it is about no dice. */
export function diceOf(action: string, faces: readonly number[], colours: readonly string[] = []): boolean[] | null {
  const kept = /^[kf]([1-6]*)$/.exec(action)?.[1];
  if (kept !== undefined) {
    const wanted = [...kept].map(Number);
    return faces.map((face) => {
      const i = wanted.indexOf(face);
      return i >= 0 && wanted.splice(i, 1).length > 0;
    });
  }
  const colour = /^[a-e][1-5]([kbgyr])$/.exec(action)?.[1];
  return colour === undefined ? null : colours.map((each) => each === colour);
}

export class Marks {
  readonly #judged: Judged;
  readonly #places = new Map<string, Mark>();

  constructor(judged: Judged) {
    this.#judged = judged;
    for (const role of ['played', 'better'] as const) {
      const action = judged[role];
      if (action === null) continue;
      for (const { seat, place } of placesOf(action, judged.seat, judged.seats)) {
        const key = `${seat} ${place}`;
        const roles = [...(this.#places.get(key)?.roles ?? []), role];
        const writes = this.#places.get(key)?.writes ?? (ENTERS.test(action) ? judged.writes(action) : null);
        this.#places.set(key, { roles, writes, label: inWords(roles, writes) });
      }
    }
  }

  at(seat: number, place: string): Mark | undefined {
    return this.#places.get(`${seat} ${place}`);
  }

  /** The marks of dice that show these faces, in order; none where the decision was not about dice. */
  dice(faces: readonly number[], colours: readonly string[] = []): (Mark | undefined)[] {
    const { played, better } = this.#judged;
    const [was, best] = [played, better].map((action) => (action === null ? null : diceOf(action, faces, colours)));
    if (!was && !best) return [];
    return faces.map((_, i) => {
      const roles: Role[] = [...(was?.[i] ? ['played' as const] : []), ...(best?.[i] ? ['better' as const] : [])];
      return roles.length > 0 ? { roles, writes: null, label: inWords(roles, null) } : undefined;
    });
  }

  /** Another seat than this one whose sheet has a mark. */
  besides(seat: number): number | null {
    const seats = [...this.#places.keys()].map((key) => Number.parseInt(key));
    return seats.find((other) => other !== seat) ?? null;
  }
}

function inWords(roles: readonly Role[], writes: number | null): string {
  const words = roles.map((role) => m(role)).join(', ');
  return writes === null ? words : `${words}: ${writes}`;
}

const KEY = Symbol('marks');

/** Let sheets and dice of the components within show marks. */
export function provideMarks(marks: () => Marks | null): void {
  setContext(KEY, marks);
}

/** The marks to show, if any. */
export function marksHere(): () => Marks | null {
  return getContext<(() => Marks | null) | undefined>(KEY) ?? (() => null);
}
