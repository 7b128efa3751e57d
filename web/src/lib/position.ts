/** What a position tells, in the shapes that `Game.info` and `Game.sheet` gave it. */
import type { Choice, Position } from '../wire';

/** What lies on the table beside the sheets, as the page knows it of any game; a game's own sheet may know more. */
export interface Info {
  round: number;
  /** Of a round in which a seat can have several turns. */
  phase?: string;
  dice: number[];
  /** The sum, in the games that enter it. */
  number?: number;
  final?: boolean;
  kept?: number[];
  saved?: number[];
  rolls?: number;
  rolls_left?: number;
}

export const infoOf = <More = unknown>(position: Position) => position.info as unknown as Info & More;

/** A seat's sheet; null where it was not sent. */
export const sheetOf = <Sheet>(position: Position, seat: number) => (position.sheets[seat] ?? null) as Sheet | null;

/** The legal actions of the sheet's holder, by action; none on a sheet that is only looked at. */
export function choicesOf(position: Position, open: boolean): Map<string, Choice> {
  return new Map(open ? position.choices.map((choice) => [choice.action, choice]) : []);
}
