// The page that is shown, from the path of the address; links inside the page change it without a reload.

import { ROUTES, type Route } from '../../routes';
import { addressOf, currentPath, isSite, pathAt, ROOT } from '../connection/addresses';
import { tableLink } from '../table/tableLink';
import { routeAt } from './routeAt';
import { changeAddress, changePage, stepsOverLayers } from './historyLayers';

let current = $state<Route>(routeAt(currentPath()));

export function route(): Route {
  return current;
}

/** True for a page of a server that other pages show in a frame: it has no session. */
export const isFramed = (): boolean => !isSite && current.page !== 'unknown' && ROUTES[current.page].framed;

/** The path of a finished game's replay; `game` counts the table's games from 1. */
export function replayPath(code: string, key: string, game: number): string {
  return `/t/${tableLink(code, key)}/replay/${game}`;
}

/** The path of the lesson of a game, by its number at the table. */
export function lessonPath(code: string, key: string, game: number): string {
  return `${replayPath(code, key, game)}?lesson`;
}

/** The path of the page that checks the dice of a finished game. */
export function verifyPath(code: string, key: string, game: number): string {
  return `/verify?table=${tableLink(code, key)}&game=${game}`;
}

/** Replace the address without changing the page. */
export function replaceAddress(path: string): void {
  changeAddress(addressOf(path));
}

export function navigate(path: string, { replace = false } = {}): void {
  changePage(addressOf(path), replace, () => {
    current = routeAt(currentPath());
    if (!replace) scrollTo(0, 0);
  });
}

addEventListener('popstate', ({ state }) => {
  if (!stepsOverLayers(state)) current = routeAt(currentPath());
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
