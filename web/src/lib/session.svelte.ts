// Who one is, and the games that there are: both are asked for once.

import { locale, t } from '../i18n';
import type { GameInfo, Session } from '../wire';
import * as api from './api';

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

/** A friendly name in the language of the page. */
function friendlyName(): string {
  const pick = (words: string) => {
    const list = words.split(' ');
    return list[Math.floor(Math.random() * list.length)] ?? '';
  };
  return t('name.pattern', { animal: pick(t('name.animals')), adjective: pick(t('name.adjectives')) });
}

let beginning = false;

/** Become somebody, or find out who one is; tries until the server answers. */
export async function begin(): Promise<void> {
  if (beginning) return;
  beginning = true;
  for (;;) {
    try {
      [me, games] = await Promise.all([api.openSession(friendlyName()), api.listGames()]);
      failure = null;
      beginning = false;
      return;
    } catch (error) {
      failure = error instanceof api.ApiError ? error.reason : 'offline';
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** :throws ApiError: if the name is refused. */
export async function rename(name: string): Promise<void> {
  me = await api.rename(name);
}

/** :throws ApiError: if the link is no longer good. */
export async function becomeThrough(token: string): Promise<Session> {
  me = await api.redeemTransfer(token);
  return me;
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
