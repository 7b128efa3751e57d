// The text that a player shares after a deal of the day. It does not show the dice.

import { gameExtras } from '../../games';
import { t } from '../../i18n';
import type { Square } from '../../sheet/squares';
import type { DealStanding, Position } from '../../wire';
import { gameTitle, shareableUrl } from '../connection/session.svelte';
import { betterText, dayLink } from './deal';

const SIGNS: Record<Square, string> = { 0: '⬜', 1: '🟨', 2: '🟩' };

/** A seat's sheet as coloured squares; empty for games without any. */
export function sheetSquares(position: Position, seat: number): Square[][] {
  return gameExtras[position.game]?.squares?.(position, seat) ?? [];
}

/** The points, and how many of the others have fewer, if there are others. */
export function resultLine({ you, percentile }: DealStanding): string {
  return [t('points', { n: you?.points ?? 0 }), betterText(percentile)].filter((text) => text !== null).join(' · ');
}

/** The text to share: the game and the day, the sheet as squares, the result and a link. */
export function shareText(standing: DealStanding, squares: readonly Square[][]): string {
  const sheet = squares.map((row) => row.map((square) => SIGNS[square]).join(''));
  const head = `Knobel · ${gameTitle(standing.game)} · ${standing.day}`;
  return [head, ...sheet, resultLine(standing), shareableUrl(dayLink(standing.day))].join('\n');
}
