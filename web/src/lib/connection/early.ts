// What the first page asks for: the first script sends it while all other code is on the way, and that takes the answers.

import type { Requests } from '../../requests';
import { ROUTES } from '../../routes';
import { isDeviceTable } from '../offline/codes';
import { loadItem } from '../preferences/storage';
import { DEVICE_REVIEWS, GAMES } from '../preferences/storedItems';
import { tableLink } from '../table/tableLink';
import { routeAt } from '../ui/routeAt';
import { addressOf, currentPath, isSite } from './addresses';
import { addressed, type RequestName } from './requestAddress';

/** How long the answer to an early request is waited for, and kept, in ms. */
const EARLY_MS = 10_000;

/** The answers to early requests, by method and path; null if there was none. */
const answers = new Map<string, Promise<Response | null>>();

/** A socket that was opened before the page that needs it was there, and what it has received. */
interface EarlySocket {
  readonly path: string;
  readonly socket: WebSocket;
  readonly received: MessageEvent[];
}

let opened: EarlySocket | null = null;

/** The path of the connection to a table of the server. */
export const livePathOf = (code: string, key: string): string => `/api/tables/${tableLink(code, key)}/live`;

export function openServerSocket(path: string): WebSocket {
  const address = new URL(addressOf(path), location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address);
}

/** Send a request that the page is about to send. */
export function sendEarly<Name extends RequestName>(
  name: Name,
  parts: Pick<Requests[Name], ('path' | 'query') & keyof Requests[Name]>,
): void {
  const [method, path] = addressed(name, parts);
  const sent = `${method} ${path}`;
  const signal = AbortSignal.timeout(EARLY_MS);
  answers.set(
    sent,
    fetch(addressOf(path), { method, signal }).catch(() => null),
  );
  setTimeout(() => answers.delete(sent), EARLY_MS);
}

/** The answer to an early request, once; null if none was sent, or it failed. */
export async function takeAnswer(method: string, path: string): Promise<Response | null> {
  const sent = `${method} ${path}`;
  const found = answers.get(sent);
  answers.delete(sent);
  const answer = await found;
  return answer?.ok ? answer : null;
}

function openEarly(path: string): void {
  const socket = openServerSocket(path);
  const received: MessageEvent[] = [];
  socket.onmessage = (event) => received.push(event);
  opened = { path, socket, received };
}

/** The early socket of a path, once. */
export function takeSocket(path: string): EarlySocket | null {
  const found = opened;
  opened = null;
  if (found?.path === path && found.socket.readyState <= WebSocket.OPEN) return found;
  found?.socket.close();
  return null;
}

/** Ask for what the page at this address needs. Newcomers need a session before anything else. */
export function askEarly(): void {
  const here = routeAt(currentPath());
  if (isSite || here.page === 'unknown' || ROUTES[here.page].framed) return;
  sendEarly('POST /api/session', {});
  sendEarly('GET /api/games', {});
  if (loadItem(GAMES) === undefined) return;
  switch (here.page) {
    case 'home':
      sendEarly('GET /api/days/{day}', { path: { day: 'today' } });
      return;
    case 'day':
      sendEarly('GET /api/days/{day}', { path: { day: here.day } });
      return;
    case 'table':
      if (!isDeviceTable(here.code)) openEarly(livePathOf(here.code, here.key));
      return;
    case 'replay': {
      if (here.game === null || isDeviceTable(here.code)) return;
      const path = { link: tableLink(here.code, here.key), game: here.game };
      sendEarly('GET /api/tables/{link}/games/{game}/replay', { path });
      if (here.lesson && loadItem(DEVICE_REVIEWS) !== 'on')
        sendEarly('GET /api/tables/{link}/games/{game}/review', { path });
    }
  }
}
