// Points, places and progress of the players.

import { gameExtras } from '../../games/extras';
import { t } from '../../i18n';
import type { Position } from '../../wire';
import { joinWords } from '../format/lists';
import { gameInfo } from '../connection/session.svelte';

/** At larger tables only this many players are listed, and the reader. */
const MAX_LISTED = 8;

/** A seat's points without those that it can still lose. */
export function securedPoints(position: Position, seat: number): number {
  return (position.scores[seat] ?? 0) - (gameExtras[position.game]?.pointsAtRisk?.(position, seat) ?? 0);
}

/** All players with their current place, the best first. */
export function rankPlayers(
  position: Position,
  names: readonly string[],
): { seat: number; place: number; name: string; score: number }[] {
  const scores = position.scores.map((_, seat) => securedPoints(position, seat));
  const order = scores.map((_, seat) => seat).toSorted((a, b) => scores[b]! - scores[a]!);
  return order.map((seat) => ({
    seat,
    place: 1 + scores.filter((score) => score > scores[seat]!).length,
    name: names[seat] ?? '',
    score: scores[seat]!,
  }));
}

/** How many players have entered in this round; null before the first roll and in games played in turns. */
export function countPlaced({ game, turn, scores, last_roll: last }: Position): number | null {
  if (!gameInfo(game)?.simultaneous) return null;
  if (turn.kind === 'decide') return scores.length - turn.seats.length;
  return turn.kind === 'chance' && last ? scores.length : null;
}

/** All scores in words, the best first. */
export function standingsText(position: Position, names: readonly string[]): string {
  const listed = rankPlayers(position, names).filter(({ seat }, index) => index < MAX_LISTED || seat === position.seat);
  const parts = listed.map(({ seat, name, score }) =>
    t(seat === position.seat ? 'score.yours' : 'score.theirs', { name, n: score }),
  );
  return `${joinWords(parts)}.`;
}
