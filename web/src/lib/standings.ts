// Who has how many points, in words.

import { extras } from '../games';
import { t } from '../i18n';
import type { Position } from '../wire';
import { list } from './moves';

/** At larger tables only so many are told, and oneself. */
const TOLD = 8;

/** What a seat has, but for what it can still lose. */
export function pointsOf(position: Position, seat: number): number {
  return (position.scores[seat] ?? 0) - (extras[position.game]?.spare?.(position, seat) ?? 0);
}

/** All scores, the best first. */
export function standings(position: Position, names: readonly string[]): string {
  const ranked = names.map((_, seat) => seat).toSorted((a, b) => pointsOf(position, b) - pointsOf(position, a));
  const told = ranked.filter((seat, place) => place < TOLD || seat === position.seat);
  const parts = told.map((seat) =>
    t(seat === position.seat ? 'score.yours' : 'score.theirs', {
      name: names[seat] ?? '',
      n: pointsOf(position, seat),
    }),
  );
  return `${list(parts)}.`;
}
