// Invitations to tables: those that wait until the own table is open, and the latest one that came in.

import type { Chat, Person } from '../../wire';
import { isBlocked, session } from '../connection/session.svelte';
import { loadItem, saveItem } from '../preferences/storage';

/** Older invitations are not shown: most of their tables are gone. */
const MAX_AGE_MS = 3_600_000;
const ITEM = 'invited';

type Invited = Pick<Person, 'id' | 'name'>;

/** The people to invite to a table, by its code. */
const waiting = new Map<string, readonly Invited[]>();

/** Invite people as soon as the page is connected to the table. */
export function inviteTo(code: string, people: readonly Invited[]): void {
  waiting.set(code, people);
}

/** The people to invite to this table now. */
export function takeInvitations(code: string): readonly Invited[] {
  const people = waiting.get(code) ?? [];
  waiting.delete(code);
  return people;
}

let current = $state.raw<Chat | null>(null);

/** The latest invitation that was not answered; `text` is the name of the game. */
export function invitation(): Chat | null {
  return current && !isBlocked(current.sender.id) ? current : null;
}

export function receiveInvitation(chat: Chat): void {
  const { time } = chat;
  const isNew = time > Math.max(Number(loadItem(ITEM) ?? 0), current?.time ?? 0, Date.now() - MAX_AGE_MS);
  if (chat.invitation && chat.sender.id !== session.person?.id && isNew) current = chat;
}

/** The person is at this table: an invitation to it needs no answer. */
export function arriveAt(code: string): void {
  if (current?.invitation.split('-')[0] === code) answerInvitation();
}

/** Do not show it again. */
export function answerInvitation(): void {
  if (current) saveItem(ITEM, String(current.time));
  current = null;
}
