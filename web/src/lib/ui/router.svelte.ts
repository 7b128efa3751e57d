// The page that is shown, from the path of the address; links inside the page change it without a reload.

import { addressOf, currentPath, isSite, pathAt, ROOT } from '../connection/addresses';

/** The pages without parameters, by path. */
const SIMPLE_PAGES = {
  '': 'home',
  you: 'account',
  days: 'days',
  operator: 'operator',
  record: 'record',
  play: 'statistics',
  cup: 'cups',
  practice: 'practice',
} as const;

export type Route =
  | { page: (typeof SIMPLE_PAGES)[keyof typeof SIMPLE_PAGES] | 'unknown' }
  | { page: 'table'; code: string; key: string }
  | { page: 'replay'; code: string; key: string; game: number | null; at: number | null }
  | { page: 'projector'; code: string; key: string }
  | { page: 'scores'; game: string | null }
  | { page: 'day'; day: string }
  | { page: 'cup' | 'cup-projector' | 'season'; link: string }
  | { page: 'cup-deal'; link: string; deal: number }
  | { page: 'rules'; game: string }
  | { page: 'verify'; game: { link: string; number: number } | null }
  | { page: 'print'; game: string | null }
  | { page: 'paper'; game: string | null; options: Record<string, string> }
  | { page: 'transfer'; token: string };

function parse(address: string): Route {
  const { pathname: path, search } = new URL(address, 'http://knobel');
  const [first = '', second = '', ...more] = path.split('/').filter(Boolean).map(decoded);
  const query = new URLSearchParams(search);
  if (first === 't' && second) {
    const [, code = '', key = ''] = /^([^-]*)-?(.*)$/.exec(second) ?? [];
    const table = { code: code.toUpperCase(), key };
    if (more.length === 0) return { page: 'table', ...table };
    if (more[0] === 'projector' && more.length === 1) return { page: 'projector', ...table };
    if (more[0] !== 'replay' || more.length > 2) return { page: 'unknown' };
    return { page: 'replay', ...table, game: number(more[1]), at: number(query.get('at')) };
  }
  if (first === 'cup' && second) {
    const [, code = '', key = ''] = /^([^-]*)-?(.*)$/.exec(second) ?? [];
    const link = tableLink(code.toUpperCase(), key);
    const deal = number(more[1]);
    if (more.length === 0) return { page: 'cup', link };
    if (more[0] === 'projector' && more.length === 1) return { page: 'cup-projector', link };
    if (more[0] === 'season' && more.length === 1) return { page: 'season', link };
    if (more[0] === 'deal' && deal !== null && more.length === 2) return { page: 'cup-deal', link, deal };
    return { page: 'unknown' };
  }
  if (more.length > 0) return { page: 'unknown' };
  if (first === 'rules' && second) return { page: 'rules', game: second };
  if (first === 'day' && (second === 'today' || isDay(second))) return { page: 'day', day: second };
  if (first === 'move' && second) return { page: 'transfer', token: second };
  if (first === 'verify' && !second) {
    const link = query.get('table');
    const game = number(query.get('game'));
    return { page: 'verify', game: link && game !== null ? { link, number: game } : null };
  }
  if (first === 'print' && !second) return { page: 'print', game: query.get('game') };
  if (first === 'paper' && !second) {
    const { game = null, ...options } = Object.fromEntries(query);
    return { page: 'paper', game, options };
  }
  if (first === 'scores' && !second) return { page: 'scores', game: query.get('game') };
  return { page: !second && first in SIMPLE_PAGES ? SIMPLE_PAGES[first as keyof typeof SIMPLE_PAGES] : 'unknown' };
}

/** A part of a path without its escapes; as it is if they are malformed. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** True for a date in ISO format. `Date` alone makes 2 March of 30 February. */
function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function number(text: string | null | undefined): number | null {
  return text && /^\d+$/.test(text) ? Number(text) : null;
}

let current = $state<Route>(parse(currentPath()));

export function route(): Route {
  return current;
}

/** The part of a link that identifies a table: its code, and the key, if it has one, that makes the link hard to guess. */
export function tableLink(code: string, key: string): string {
  return key ? `${code}-${key}` : code;
}

/** The path of a finished game's replay; `game` counts the table's games from 1. */
export function replayPath(code: string, key: string, game: number): string {
  return `/t/${tableLink(code, key)}/replay/${game}`;
}

/** The path of the page that checks the dice of a finished game. */
export function verifyPath(code: string, key: string, game: number): string {
  return `/verify?table=${tableLink(code, key)}&game=${game}`;
}

/** Replace the address without changing the page. */
export function replaceAddress(path: string): void {
  history.replaceState(null, '', addressOf(path));
}

export function navigate(path: string, { replace = false } = {}): void {
  if (replace) replaceAddress(path);
  else history.pushState(null, '', addressOf(path));
  current = parse(currentPath());
  if (!replace) scrollTo(0, 0);
}

addEventListener('popstate', () => {
  current = parse(currentPath());
});

// Follow links inside the page without a reload, except for new tabs and downloads.
addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (isSite) {
    if (!link.hash.startsWith('#/')) return;
    event.preventDefault();
    navigate(link.hash.slice(1));
    return;
  }
  const path = pathAt(link.pathname);
  if (path.startsWith('/api/') || !link.pathname.startsWith(ROOT) || link.hash) return;
  event.preventDefault();
  navigate(path + link.search);
});
