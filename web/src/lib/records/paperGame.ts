// A game on paper while it is typed in: the lines of its record, stored in this browser until it is complete.

import type { Noted, Settings } from '../../wire';
import { loadData, saveItem } from '../preferences/storage';

/** An event of a record; `noted` names its known parts if it is incomplete. */
export type PaperEvent = ({ roll: number[] } | { seat: number; move: string }) & { noted?: Noted };

export interface PaperGame {
  game: string;
  options: Settings['options'];
  names: string[];
  /** The inputs in order, each with its events. */
  typed: PaperEvent[][];
  /** Only the filled sheet is known, not in which order: there is nothing to judge. */
  unordered?: boolean;
}

/** Versions of the record format. */
const COMPLETE = 1;
const INCOMPLETE = 2;

/** The text of the record. */
export function paperRecord({ game, options, names, typed, unordered }: PaperGame): string {
  const events = typed.flat().map((event) => (unordered ? { ...event, noted: 'nothing' as const } : event));
  const knobel = events.some((event) => event.noted) ? INCOMPLETE : COMPLETE;
  return [{ knobel, game, options, seats: names }, ...events].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The path of the page for entering a game with these options. */
export function paperPath(game: string, options: PaperGame['options']): string {
  const values = Object.entries(options).map(([name, value]) => [name, String(value)]);
  return `/paper?${new URLSearchParams([['game', game], ...values])}`;
}

/** A roll of two dice of which only the sum is known. */
export function sumRoll(sum: number): PaperEvent[] {
  const larger = Math.ceil(sum / 2);
  return [{ roll: [sum - larger, larger], noted: 'sum' }];
}

/** A roll of five dice of which only the entry is known: the own die makes this sum with each other die. */
export function entryRoll(sum: number, own: number): PaperEvent[] {
  const face = Math.floor(sum / 2);
  return [{ roll: [0, 1, 2, 3, 4].map((i) => (i === own ? face : sum - face)), noted: 'nothing' }];
}

/** A turn of which only the final dice are known. */
export function lastDiceEvents(dice: number[], seat: number): PaperEvent[] {
  const before: PaperEvent[] = [
    { roll: dice, noted: 'nothing' },
    { seat, move: 'k', noted: 'nothing' },
  ];
  return [...before, ...before, { roll: dice, noted: 'result' }];
}

const KEY = 'paper';

/** The game that was typed in last in this browser. */
export function loadPaperGame(): PaperGame | null {
  const paper = loadData<PaperGame | null>(KEY, null);
  return paper && Array.isArray(paper.typed) && Array.isArray(paper.names) ? paper : null;
}

export function savePaperGame(paper: PaperGame | null): void {
  saveItem(KEY, paper ? JSON.stringify(paper) : '');
}
