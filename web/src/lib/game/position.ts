// Typed access to a position: the shapes that `Game.info` and `Game.sheet` return on the server.
import type { Choice, Position } from '../../wire';

/** The parts of `Game.info` that the page reads for any game; a game's own sheet may know more. */
export interface Info {
  round: number;
  /** The number of rounds, in games that have a fixed one. */
  rounds?: number;
  /** A part of the round, if a seat can have several turns in a round. */
  phase?: string;
  dice: number[];
  /** The sum of the dice, in games that enter it. */
  number?: number;
  final?: boolean;
  kept?: number[];
  saved?: number[];
  rolls?: number;
  rolls_left?: number;
}

export const infoOf = <More = unknown>(position: Position) => position.info as unknown as Info & More;

/** A seat's sheet; null if it was not sent. */
export const sheetOf = <Sheet>(position: Position, seat: number) => (position.sheets[seat] ?? null) as Sheet | null;

const NO_CHOICES: ReadonlyMap<string, Choice> = new Map();
const byAction = new WeakMap<Choice[], ReadonlyMap<string, Choice>>();

/** The legal actions of the sheet's owner, by action; empty if the sheet is not active. */
export function choicesOf({ choices }: Position, active: boolean): ReadonlyMap<string, Choice> {
  if (!active) return NO_CHOICES;
  const known = byAction.get(choices) ?? new Map(choices.map((choice) => [choice.action, choice]));
  byAction.set(choices, known);
  return known;
}
