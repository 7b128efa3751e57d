// The operator's notice to all players, shown until it is dismissed.

import type { Chat } from '../../wire';
import { announce } from '../ui/announcer.svelte';

const MAX_AGE_MS = 3_600_000;

let current = $state.raw<Chat | null>(null);
let latestTime = 0;

export function operatorNotice(): Chat | null {
  return current;
}

/** Show a chat message if it is a new notice: those come from a sender without an id. */
export function receiveOperatorNotice(chat: Chat): void {
  if (chat.sender.id || chat.to !== 'all' || chat.time <= latestTime || Date.now() - chat.time > MAX_AGE_MS) return;
  latestTime = chat.time;
  current = chat;
  announce(chat.text);
}

export function dismissOperatorNotice(): void {
  current = null;
}
