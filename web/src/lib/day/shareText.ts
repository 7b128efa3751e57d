// The texts that a player shares: of a deal of the day, and of all deals of a day. They do not show the dice.

import { gameExtras } from '../../games/extras';
import { t } from '../../i18n';
import type { Square } from '../../sheet/squares';
import type { DealDay, DealStanding, Position } from '../../wire';
import { gameTitle, shareableUrl } from '../connection/session.svelte';
import { betterText, dayLink } from './deal';

const SIGNS: Record<Square, string> = { 0: '⬜', 1: '🟨', 2: '🟩' };

/** A seat's sheet as coloured squares; empty for games without any. */
export function sheetSquares(position: Position, seat: number): Square[][] {
  return gameExtras[position.game]?.squares?.(position, seat) ?? [];
}

/** The points, and how many of the others have fewer, if there are others. */
function resultLine(standing: DealStanding): string {
  return [t('points', { n: standing.you?.points ?? 0 }), betterText(standing)]
    .filter((text) => text !== null)
    .join(' · ');
}

/** The text to share of all games of a day, with a square of each game's colour; white: no ranked result. */
export function dayShareText({ day, deals }: Pick<DealDay, 'day' | 'deals'>): string {
  const lines = deals.map(({ game, state, points }) =>
    state === 'done' ? `${gameExtras[game]?.sign ?? '⬛'} ${gameTitle(game)} ${points}` : `⬜ ${gameTitle(game)}`,
  );
  const total = deals.reduce((sum, { state, points }) => sum + (state === 'done' ? (points ?? 0) : 0), 0);
  return [`Knobel · ${day}`, ...lines, t('points', { n: total }), shareableUrl(dayLink(day))].join('\n');
}

/** The text to share: the game and the day, the sheet as squares, the result and a link. */
export function shareText(standing: DealStanding, squares: readonly Square[][]): string {
  const sheet = squares.map((row) => row.map((square) => SIGNS[square]).join(''));
  const head = `Knobel · ${gameTitle(standing.game)} · ${standing.day}`;
  return [head, ...sheet, resultLine(standing), shareableUrl(dayLink(standing.day))].join('\n');
}
