// The games of several people at one deal, side by side.

import type { Position } from '../../wire';
import type { Replay } from '../records/replay';

const roundAt = (replay: Replay, step: number): number => {
  const round = replay.steps[step]?.info['round'];
  return typeof round === 'number' ? round : 0;
};

/** The number of rounds of a game. */
export function countRounds(replay: Replay): number {
  return Math.max(...replay.steps.map((_, step) => roundAt(replay, step)));
}

/** The number of the last step of the first `rounds` rounds: with the next step, the round after them begins. */
export function endOfRound(replay: Replay, rounds: number): number {
  if (rounds <= 0) return 0;
  const after = replay.steps.findIndex((_, step) => roundAt(replay, step) > rounds);
  return after < 0 ? replay.events : after;
}

/** A position with the sheet that each person has after a number of rounds, as if they sat at one table. */
export function positionAfter(replays: readonly Replay[], rounds: number): Position | null {
  const positions = replays.map((replay) => replay.positionAt(endOfRound(replay, rounds)));
  const [first] = positions;
  if (!first) return null;
  return {
    ...first,
    sheets: positions.map(({ sheets }) => sheets[0] ?? null),
    scores: positions.map(({ scores }) => scores[0] ?? 0),
  };
}
