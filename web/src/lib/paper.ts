// A game that was played on paper, as it is typed in: the lines of its record, and where they are kept until it is done.

import type { Noted, Settings } from '../wire';
import { remember, remembered } from './memory';

/** An event of a record, and what was noted of it where that is not all. */
export type PaperEvent = ({ roll: number[] } | { seat: number; move: string }) & { noted?: Noted };

export interface Paper {
  game: string;
  options: Settings['options'];
  names: string[];
  /** What was typed in, one thing after the other, each with its events. */
  typed: PaperEvent[][];
}

/** The versions of records: of games of which all was noted, and of others. */
const ALL_NOTED = 1;
const SOME_NOTED = 2;

/** The text of the record. */
export function recordOf({ game, options, names, typed }: Paper): string {
  const events = typed.flat();
  const knobel = events.some((event) => event.noted) ? SOME_NOTED : ALL_NOTED;
  return [{ knobel, game, options, seats: names }, ...events].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** Two dice of which only the sum is known, and needed. */
export function sumRoll(sum: number): PaperEvent[] {
  const more = Math.ceil(sum / 2);
  return [{ roll: [sum - more, more], noted: 'sum' }];
}

/** Five dice of which only one's own entry is known: whichever other one is added to one's own, they make that sum. */
export function entryRoll(sum: number, own: number): PaperEvent[] {
  const face = Math.floor(sum / 2);
  return [{ roll: [0, 1, 2, 3, 4].map((i) => (i === own ? face : sum - face)), noted: 'nothing' }];
}

/** A turn of which only the dice are known that it ended with. */
export function lastDice(dice: number[], seat: number): PaperEvent[] {
  const before: PaperEvent[] = [
    { roll: dice, noted: 'nothing' },
    { seat, move: 'k', noted: 'nothing' },
  ];
  return [...before, ...before, { roll: dice, noted: 'result' }];
}

const KEY = 'paper';

/** The game that is being typed in. */
export function keptPaper(): Paper | null {
  try {
    const paper = JSON.parse(remembered(KEY) ?? 'null') as Paper | null;
    return paper && Array.isArray(paper.typed) && Array.isArray(paper.names) ? paper : null;
  } catch {
    return null;
  }
}

export function keepPaper(paper: Paper | null): void {
  remember(KEY, paper ? JSON.stringify(paper) : '');
}
