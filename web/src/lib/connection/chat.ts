// Chat messages and reports, for the lobby and for tables.

import type { Chat } from '../../wire';
import { t } from '../../i18n';
import type { Connection } from './connection';
import { gameTitle } from './session.svelte';

const MAX_MESSAGES = 200;

/** What a message says. */
export const chatText = ({ invitation, over_days, text }: Chat): string =>
  invitation ? t(over_days ? 'chat.invites_days' : 'chat.invites', { game: gameTitle(text) }) : text;

/** Append a message, unless it is a duplicate: the server sends the latest messages again after a reconnection. */
export function appendChat(chats: Chat[], chat: Chat): Chat[] {
  const isDuplicate = chats.some(
    (other) => other.time === chat.time && other.sender.id === chat.sender.id && other.text === chat.text,
  );
  return isDuplicate ? chats : [...chats, chat].slice(-MAX_MESSAGES);
}

/** Report a person, or a message by its time (`said`), to the operator; resolves to the reason of a refusal, or null. */
export async function sendReport(
  connection: Connection,
  person: string,
  text: string,
  said: number | null,
): Promise<string | null> {
  const answer = await connection.send({ type: 'report', person, text, said });
  if (answer === null) return 'offline';
  return answer.type === 'rejected' ? answer.reason : null;
}
