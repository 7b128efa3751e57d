// Who has how many points, in words.

import { extras } from '../games';
import { t } from '../i18n';
import type { Position } from '../wire';
import { list } from './moves';
import { gameInfo } from './session.svelte';

/** At larger tables only so many are told, and oneself. */
const TOLD = 8;

/** What a seat has, but for what it can still lose. */
export function pointsOf(position: Position, seat: number): number {
  return (position.scores[seat] ?? 0) - (extras[position.game]?.spare?.(position, seat) ?? 0);
}

/** Everybody with the place that their points so far give them, the best first. */
export function ranking(
  position: Position,
  names: readonly string[],
): { seat: number; place: number; name: string; score: number }[] {
  const scores = position.scores.map((_, seat) => pointsOf(position, seat));
  const order = scores.map((_, seat) => seat).toSorted((a, b) => scores[b]! - scores[a]!);
  return order.map((seat) => ({
    seat,
    place: 1 + scores.filter((score) => score > scores[seat]!).length,
    name: names[seat] ?? '',
    score: scores[seat]!,
  }));
}

/** How many have placed, where all do so at once; null where they do not, and before the first roll. */
export function placed({ game, turn, scores, last_roll: last }: Position): number | null {
  if (!gameInfo(game)?.simultaneous) return null;
  if (turn.kind === 'decide') return scores.length - turn.seats.length;
  return turn.kind === 'chance' && last ? scores.length : null;
}

/** All scores, the best first. */
export function standings(position: Position, names: readonly string[]): string {
  const told = ranking(position, names).filter(({ seat }, before) => before < TOLD || seat === position.seat);
  const parts = told.map(({ seat, name, score }) =>
    t(seat === position.seat ? 'score.yours' : 'score.theirs', { name, n: score }),
  );
  return `${list(parts)}.`;
}
