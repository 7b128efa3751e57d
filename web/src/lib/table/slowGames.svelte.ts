// The person's games over days, as the home page and their tables show them.
//
// They are kept in this browser, so that the page has them from the start and nothing moves when they arrive.

import type { SlowGame } from '../../wire';
import { ask } from '../connection/client';
import { session } from '../connection/session.svelte';
import { offline } from '../offline/offline.svelte';
import { loadData, saveData } from '../preferences/storage';

interface Kept {
  /** The id of the person to whom they belong. */
  person: string;
  games: SlowGame[];
  /** When they were received, by this device's clock in ms. */
  received: number;
}

const ITEM = 'slow';
/** The time between two requests while a list is in view, in ms. */
const REFRESH_MS = 60_000;

let kept = $state.raw(loadData<Kept | null>(ITEM, null));

/** Those in which it is the person's turn first, by deadline. */
export const slowGames = (): SlowGame[] => (kept?.person === session.person?.id ? (kept?.games ?? []) : []);

/** The games that wait for the person, without the one at the table with this code. */
export const gamesToPlay = (except = ''): SlowGame[] =>
  slowGames().filter(({ state, code }) => state === 'your_turn' && code !== except);

/** The time left for the person's turn in a game, in ms; null if it is not their turn. Clocks are not compared. */
export const timeLeft = ({ left }: SlowGame, now: number): number | null =>
  left === null ? null : left - (now - (kept?.received ?? now));

/** Read them from the server. */
export async function refreshSlowGames(): Promise<void> {
  const person = session.person?.id;
  if (person === undefined || offline.on) return;
  try {
    const games = await ask('GET /api/slow-games');
    kept = { person, games, received: Date.now() };
    saveData(ITEM, kept);
  } catch {
    // What is kept stays.
  }
}

/** Read them again while the page is visible: when it becomes visible, and regularly. Returns how to stop. */
export function followSlowGames(): () => void {
  const refresh = () => {
    if (!document.hidden) void refreshSlowGames();
  };
  refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', refresh);
  };
}
