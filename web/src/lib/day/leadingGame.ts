// The game that leads the deals of a day.

import type { DealOfDay } from '../../wire';
import { loadItem, saveItem } from '../preferences/storage';

const DAY_MS = 86_400_000;

/** The games in the order of a day: each day begins with the next one. */
export function inOrderOfDay(games: readonly string[], day: string): string[] {
  const first = games.length > 0 ? Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS) % games.length : 0;
  return [...games.slice(first), ...games.slice(0, first)];
}

/** The game to play next: the first in order that has begun, then the first that is new; null after the last one. */
export function nextGame(order: readonly string[], deals: readonly DealOfDay[]): string | null {
  const inState = (state: DealOfDay['state']) =>
    order.find((game) => deals.some((deal) => deal.game === game && deal.state === state));
  return inState('running') ?? inState('new') ?? null;
}

/** The date (UTC, ISO format) by the clock of this device. */
export const dateHere = (): string => new Date().toISOString().slice(0, 10);

const ITEM = 'leading';

/** Keep the game that leads a day, so that the page has it before the deals arrive; null after the last game. */
export const saveLeading = (day: string, game: string | null): void => saveItem(ITEM, `${day} ${game ?? ''}`);

/** The kept game of a day; undefined if none was kept. */
export function loadLeading(day: string): string | null | undefined {
  const [kept, game] = (loadItem(ITEM) ?? '').split(' ');
  return kept === day ? game || null : undefined;
}
