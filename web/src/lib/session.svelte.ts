// Who one is, and the games that there are: both are asked for once.

import { locale, t } from '../i18n';
import type { GameInfo, Session } from '../wire';
import * as api from './api';
import { remember, remembered } from './memory';

let me = $state<Session | null>(null);
let games = $state<GameInfo[]>([]);
let failure = $state<string | null>(null);

export const session = {
  get me(): Session | null {
    return me;
  },
  get games(): GameInfo[] {
    return games;
  },
  /** Why one could not be received, as a reason. */
  get failure(): string | null {
    return failure;
  },
};

const RETRY = 2_000;
const LONGEST_RETRY = 300_000;
/** A server that knows nobody so soon after it received us never gets our cookie. */
const SOON = 10_000;

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** A friendly name in the language of the page. */
function friendlyName(): string {
  const pick = (words: string) => {
    const list = words.split(' ');
    return list[Math.floor(Math.random() * list.length)] ?? '';
  };
  return t('name.pattern', { animal: pick(t('name.animals')), adjective: pick(t('name.adjectives')) });
}

let beginning = false;
let received = -Infinity;
let delay = RETRY;

/** Become somebody, or find out who one is; tries until the server answers. */
export async function begin(): Promise<void> {
  if (beginning) return;
  beginning = true;
  if (performance.now() - received < SOON) {
    // Every attempt makes another person.
    failure = 'no_session';
    me = null;
    await pause(delay);
    delay = Math.min(2 * delay, LONGEST_RETRY);
  } else {
    delay = RETRY;
  }
  for (;;) {
    try {
      [me, games] = await Promise.all([api.openSession(friendlyName()), api.listGames()]);
      failure = null;
      received = performance.now();
      beginning = false;
      return;
    } catch (error) {
      failure = error instanceof api.ApiError ? error.reason : 'offline';
      await pause(RETRY);
    }
  }
}

const NAMED = 'named';

/** Whether one has chosen what one is called, or been content with it. */
export const isNamed = () => Boolean(remembered(NAMED));

/** Be content with one's name. */
export const keepName = () => remember(NAMED, 'yes');

/** :throws ApiError: if the name is refused. */
export async function rename(name: string): Promise<void> {
  me = await api.rename(name);
  keepName();
}

/** :throws ApiError: if the link is no longer good. */
export async function becomeThrough(token: string): Promise<Session> {
  me = await api.redeemTransfer(token);
  return me;
}

/** Be nobody any more on this device, and then somebody new. */
async function leave(goodbye: () => Promise<void>): Promise<void> {
  await goodbye();
  remember('table', '');
  remember(NAMED, '');
  received = -Infinity;
  me = null;
  await begin();
}

/** :throws ApiError: if the server cannot be reached. */
export const logOut = () => leave(api.closeSession);

/** :throws ApiError: if the server cannot be reached. */
export const beForgotten = () => leave(api.forgetPerson);

/** :throws ApiError: if there is no such person. */
export async function hear(person: string, heard: boolean): Promise<void> {
  me = await (heard ? api.unblock(person) : api.block(person));
}

export function isHeard(person: string): boolean {
  return !me?.blocked.some(({ id }) => id === person);
}

const OWN_MACHINE = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** An address to give away: one that names this machine only is of no use to others. */
export function linkTo(path: string): string {
  return new URL(path, (OWN_MACHINE.test(location.hostname) && me?.links) || location.origin).href;
}

export function gameInfo(name: string): GameInfo | undefined {
  return games.find((game) => game.name === name);
}

export function title(name: string): string {
  return gameInfo(name)?.titles[locale()] ?? name;
}
