// The log and the chat of a table: which of them is shown, and the messages that were not read yet.

import type { Chat } from '../../wire';

export type TalkTab = 'log' | 'chat';

export class Talk {
  tab = $state<TalkTab>('log');
  /** The number of unread messages. */
  unread = $state(0);
  /** The last unread message that has just arrived. */
  latest = $state.raw<Chat | null>(null);
  /** How often the player asked to see the chat. */
  asked = $state(0);

  /** Note a message of another person. */
  receive(chat: Chat): void {
    this.unread++;
    if (!chat.earlier) this.latest = chat;
  }

  read(): void {
    this.unread = 0;
    this.latest = null;
  }

  /** Show the chat, wherever it is on the page. */
  open(): void {
    this.tab = 'chat';
    this.asked++;
  }
}
