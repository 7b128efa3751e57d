// Marks on sheets and dice for the action that was played and the better one.

import { getContext, setContext } from 'svelte';
import { t } from '../i18n';
import { cellName, COLUMNS, LINES, ROWS } from './cells';
import { fieldPlace } from './places';

export type Role = 'played' | 'better';

/** A judged decision: its seat, the actions, and the number that each writes if that is known. */
export interface JudgedDecision {
  seat: number;
  seats: number;
  played: string | null;
  better: string | null;
  writes: (action: string) => number | null;
}

/** The mark of a place or a die. */
export interface DecisionMark {
  roles: readonly Role[];
  /** The number that the action writes there. */
  writes: number | null;
  /** The mark in words, for the accessible name of the place. */
  label: string;
}

/** The place of a whole sheet. */
export const WHOLE_SHEET = 'sheet';

const CELLS: ReadonlySet<string> = new Set(ROWS.flatMap((_, r) => COLUMNS.map((_, c) => cellName(r, c))));

/** An entry in a cell or a field. */
const ENTRY = /^([a-e][1-5][kbgyr]?|(?!shift|swap)[1-6a-z]{2}(\.\d+)?)$/;

interface Place {
  seat: number;
  place: string;
}

/** The places on sheets that a seat's action concerns; none for dice, rolling and passing. */
export function actionPlaces(action: string, seat: number, seats: number): Place[] {
  const own = (place: string) => ({ seat, place });
  const [line = '', cells] = action.split(':');
  if (cells !== undefined && (LINES as readonly string[]).includes(line)) return cells.split(',').map(own);
  if (CELLS.has(action.slice(0, 2))) return [own(action.slice(0, 2))];
  const [word = '', second, row = ''] = action.split('.');
  const target = Number(second);
  switch (word) {
    case 'steal':
      return [own(fieldPlace(row, seat)), { seat: target, place: fieldPlace(row, target) }];
    case 'freeze':
    case 'cross':
      return [{ seat: target, place: fieldPlace(row, target) }];
    case 'swap':
      return [own(WHOLE_SHEET), { seat: target, place: WHOLE_SHEET }];
    case 'shift':
      return Array.from({ length: seats }, (_, other) => ({ seat: other, place: WHOLE_SHEET }));
  }
  if (/^([kf][1-6]*|roll|end|pass)$/.test(action)) return [];
  return [own(fieldPlace(word, second ?? seat))];
}

/** For each face, whether these dice include it; each die is counted once. */
export function includedDice(dice: string, faces: readonly number[]): boolean[] {
  const wanted = [...dice].map(Number);
  return faces.map((face) => {
    const i = wanted.indexOf(face);
    return i >= 0 && wanted.splice(i, 1).length > 0;
  });
}

/** Which dice an action keeps (`k335`) or adds to the own one (`c3g`); null if it does not concern dice. */
export function actionDice(
  action: string,
  faces: readonly number[],
  colours: readonly string[] = [],
): boolean[] | null {
  const kept = /^[kf]([1-6]*)$/.exec(action)?.[1];
  if (kept !== undefined) return includedDice(kept, faces);
  const colour = /^[a-e][1-5]([kbgyr])$/.exec(action)?.[1];
  return colour === undefined ? null : colours.map((each) => each === colour);
}

export class DecisionMarks {
  readonly #decision: JudgedDecision;
  readonly #places = new Map<string, DecisionMark>();

  constructor(decision: JudgedDecision) {
    this.#decision = decision;
    for (const role of ['played', 'better'] as const) {
      const action = decision[role];
      if (action === null) continue;
      for (const { seat, place } of actionPlaces(action, decision.seat, decision.seats)) {
        const key = `${seat} ${place}`;
        const roles = [...(this.#places.get(key)?.roles ?? []), role];
        const writes = this.#places.get(key)?.writes ?? (ENTRY.test(action) ? decision.writes(action) : null);
        this.#places.set(key, { roles, writes, label: markLabel(roles, writes) });
      }
    }
  }

  at(seat: number, place: string): DecisionMark | undefined {
    return this.#places.get(`${seat} ${place}`);
  }

  /** The marks of dice with these faces, in order; empty if the decision does not concern dice. */
  dice(faces: readonly number[], colours: readonly string[] = []): (DecisionMark | undefined)[] {
    const { played, better } = this.#decision;
    const [isPlayed, isBetter] = [played, better].map((action) =>
      action === null ? null : actionDice(action, faces, colours),
    );
    if (!isPlayed && !isBetter) return [];
    return faces.map((_, i) => {
      const roles: Role[] = [
        ...(isPlayed?.[i] ? ['played' as const] : []),
        ...(isBetter?.[i] ? ['better' as const] : []),
      ];
      return roles.length > 0 ? { roles, writes: null, label: markLabel(roles, null) } : undefined;
    });
  }

  /** Another seat whose sheet has a mark. */
  otherSeat(seat: number): number | null {
    const seats = [...this.#places.keys()].map((key) => Number.parseInt(key));
    return seats.find((other) => other !== seat) ?? null;
  }
}

function markLabel(roles: readonly Role[], writes: number | null): string {
  const text = roles.map((role) => t(`mark.${role}`)).join(', ');
  return writes === null ? text : `${text}: ${writes}`;
}

const KEY = Symbol('marks');

/** Provide marks to the sheets and dice among the component's children. */
export function provideDecisionMarks(marks: () => DecisionMarks | null): void {
  setContext(KEY, marks);
}

/** The marks that an ancestor provides. */
export function useDecisionMarks(): () => DecisionMarks | null {
  return getContext<(() => DecisionMarks | null) | undefined>(KEY) ?? (() => null);
}
