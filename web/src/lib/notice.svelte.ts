// What whoever runs the server says to everybody: it stays in view until it is put away.

import type { Chat } from '../wire';
import { announce } from './announce.svelte';

/** Milliseconds after which it is of no interest to whoever comes. */
const FRESH = 3_600_000;

let current = $state.raw<Chat | null>(null);
let latest = 0;

export function notice(): Chat | null {
  return current;
}

/** A message of the chat, which may be one from whoever runs the server: they have no id. */
export function heed(chat: Chat): void {
  if (chat.sender.id || chat.to !== 'all' || chat.time <= latest || Date.now() - chat.time > FRESH) return;
  latest = chat.time;
  current = chat;
  announce(chat.text);
}

export function putAway(): void {
  current = null;
}
