import type { Chat } from '../wire';

const KEPT = 200;

/** The chat with one more message, unless it is there already: a new connection is told the last ones again. */
export function withChat(chats: Chat[], chat: Chat): Chat[] {
  const known = chats.some(
    (other) => other.time === chat.time && other.sender.id === chat.sender.id && other.text === chat.text,
  );
  return known ? chats : [...chats, chat].slice(-KEPT);
}
