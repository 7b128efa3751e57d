// The game that leads the deals of a day.

import type { DealOfDay } from '../../wire';

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
