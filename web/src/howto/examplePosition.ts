import type { Position } from '../wire';

/** A position with one sheet, for the how-to. */
export function examplePosition(
  game: string,
  sheet: Record<string, unknown>,
  info: Record<string, unknown> = {},
): Position {
  return {
    game,
    at: 0,
    seat: null,
    turn: { kind: 'over', dice: 0, die: 'pips', seat: null, seats: [], may_roll: false },
    info,
    sheets: [sheet],
    scores: [],
    choices: [],
    can_undo: false,
    last_roll: null,
    deadline: null,
    dice: null,
    results: null,
  };
}
