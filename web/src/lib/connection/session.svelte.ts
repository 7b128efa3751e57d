// The session: the person who uses this browser, and the games of the server.

import { inLanguage, loadTexts, t } from '../../i18n';
import type { GameInfo, Session } from '../../wire';
import { isDeviceTable } from '../offline/codes';
import { offlinePack } from '../offline/offlineWorker';
import { nameOwner, offline, ownerName, setOffline } from '../offline/offline.svelte';
import { loadData, loadItem, saveData, saveItem } from '../preferences/storage';
import { GAMES } from '../preferences/storedItems';
import { forgetAnswers } from '../review/exerciseAnswers';
import { route } from '../ui/router.svelte';
import { addressOf, isSite } from './addresses';
import { ApiError, ask } from './client';

let person = $state<Session | null>(null);
let games = $state<GameInfo[]>([]);
let failure = $state<string | null>(null);

export const session = {
  /** The person at this browser; at tables of this device, one of those who play on it. */
  get person(): Session | null {
    const here = route();
    const onDevice = offline.on || (here.page === 'table' && isDeviceTable(here.code));
    return onDevice && games.length > 0 ? offline.person : person;
  },
  get games(): GameInfo[] {
    return games;
  },
  /** The reason why no session could be opened. */
  get failure(): string | null {
    return failure;
  },
};

const RETRY_MS = 2_000;
const MAX_RETRY_MS = 300_000;
/** If the server has lost a session that is younger than this, the browser does not return its cookie. */
const MIN_SESSION_MS = 10_000;

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Return a random name such as "Swift Otter", in the language of the page. */
function randomName(): string {
  const pick = (words: string) => {
    const list = words.split(' ');
    return list[Math.floor(Math.random() * list.length)] ?? '';
  };
  return t('name.pattern', { animal: pick(t('name.animals')), adjective: pick(t('name.adjectives')) });
}

/** The games that the server had at the last visit, whose rules and pads need no server. */
const loadGames = () => loadData<GameInfo[]>(GAMES, []);

let starting = false;
let startedAt = -Infinity;
let retryDelay = RETRY_MS;

/** Play without a server, if the files for it can be loaded. */
async function startOffline(): Promise<boolean> {
  const pack = await offlinePack();
  if (!pack) return false;
  await loadTexts();
  if (!ownerName()) nameOwner(person?.name ?? randomName());
  games = pack.games;
  setOffline(true);
  return true;
}

/** Get the games for a page in a frame, which has no session; retries until the server answers. */
export async function startFrame(): Promise<void> {
  for (;;) {
    try {
      games = await ask('GET /api/games');
      return;
    } catch {
      await pause(RETRY_MS);
    }
  }
}

/** Open the session of this browser, or create a new person; retries until the server answers. */
export async function startSession(): Promise<void> {
  if (isSite) {
    if (!(await startOffline())) failure = 'offline';
    return;
  }
  if (starting) return;
  starting = true;
  if (performance.now() - startedAt < MIN_SESSION_MS) {
    // Each attempt creates another person, so wait longer and longer.
    failure = 'no_session';
    person = null;
    await pause(retryDelay);
    retryDelay = Math.min(2 * retryDelay, MAX_RETRY_MS);
  } else {
    retryDelay = RETRY_MS;
  }
  for (;;) {
    try {
      [person, games] = await Promise.all([ask('POST /api/session'), ask('GET /api/games')]);
      failure = null;
      saveData(GAMES, games);
      setOffline(false);
      if (!ownerName()) nameOwner(person.name);
      startedAt = performance.now();
      starting = false;
      return;
    } catch (error) {
      failure = error instanceof ApiError ? error.reason : 'offline';
      if (failure === 'offline' && !(await startOffline())) games = loadGames();
      await pause(RETRY_MS);
    }
  }
}

/** Read anew where the person has a seat, and whom the game there waits for. */
export async function refreshSession(): Promise<void> {
  try {
    person = await ask('GET /api/session');
  } catch {
    // What is known stays.
  }
}

const NAMED = 'named';

/** True if the person has chosen or accepted their name. */
export const hasConfirmedName = () => Boolean(loadItem(NAMED));

export const confirmName = () => saveItem(NAMED, 'yes');

/** @throws ApiError if the name is refused. */
export async function changeName(name: string): Promise<void> {
  if (offline.on) {
    nameOwner(name);
    return;
  }
  person = await ask('PATCH /api/session', { body: { name } });
  confirmName();
}

/** Become the person of a transfer link. @throws ApiError if the link is no longer valid. */
export async function redeemTransfer(token: string): Promise<Session> {
  person = await ask('POST /api/transfer/{token}', { path: { token } });
  return person;
}

/** Become the person of a recovery sheet. @throws ApiError if it is not valid. */
export async function restorePerson(secret: string): Promise<Session> {
  person = await ask('POST /api/recovery/restore', { body: { secret } });
  return person;
}

async function endSession(request: () => Promise<void>): Promise<void> {
  await request();
  saveItem('table', '');
  saveItem(NAMED, '');
  for (const { name } of games) forgetAnswers(name);
  startedAt = -Infinity;
  person = null;
  await startSession();
}

/** End the session on this device and start a new one. @throws ApiError if the server cannot be reached. */
export const logOut = () => endSession(() => ask('DELETE /api/session'));

/** Delete the person and start a new session. @throws ApiError if the server cannot be reached. */
export const deleteAccount = () => endSession(() => ask('DELETE /api/person'));

/** @throws ApiError if there is no such person. */
export async function setBlocked(id: string, blocked: boolean): Promise<void> {
  person = await (blocked
    ? ask('PUT /api/blocked/{person}', { path: { person: id } })
    : ask('DELETE /api/blocked/{person}', { path: { person: id } }));
}

export function isBlocked(id: string): boolean {
  return person?.blocked.some((other) => other.id === id) ?? false;
}

const LOCAL_HOST = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** Return a URL of a path to share: instead of a local address, which works only on this machine, the one that the server knows. */
export function shareableUrl(path: string): string {
  const links = LOCAL_HOST.test(location.hostname) && person?.links;
  return links ? links + path : location.origin + addressOf(path);
}

/** True if the coach knows a game, or any: at a server all, on this device those whose engine it has. */
export const hasCoach = (game?: string) =>
  games.some(({ name, coach }) => coach && (game === undefined || name === game));

/** True if the coach helps in a running game. At a server it does not at tables of this device. */
export const coachHelps = (game: string, onDevice: boolean) => hasCoach(game) && (offline.on || !onDevice);

/** Use these games without a session, as files with printed pads do. */
export function provideGames(known: GameInfo[]): void {
  games = known;
}

export function gameInfo(name: string): GameInfo | undefined {
  return games.find((game) => game.name === name);
}

/** The title of a game in the current language. */
export function gameTitle(name: string): string {
  return inLanguage(gameInfo(name)?.titles ?? {}) ?? name;
}
