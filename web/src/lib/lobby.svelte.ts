// The lobby: public tables, the people who are here, and the chat with everybody.

import type { Chat, Person, ServerMessage, Table } from '../wire';
import { withChat } from './chats';
import { heed } from './notice.svelte';
import { Connection, NO_SESSION, type Status } from './connection';
import { reported } from './reporting';
import { begin } from './session.svelte';

export class LobbyView {
  tables = $state.raw<Table[]>([]);
  people = $state.raw<Person[]>([]);
  chats = $state.raw<Chat[]>([]);
  status = $state<Status>('connecting');
  /** Why the last words were refused. */
  refusal = $state<string | null>(null);

  readonly #connection: Connection;

  constructor() {
    this.#connection = new Connection('/api/lobby', {
      message: (message) => this.#receive(message),
      status: (status) => (this.status = status),
      refused: (code) => {
        if (code === NO_SESSION) void begin();
      },
    });
  }

  async say(to: string, text: string): Promise<void> {
    this.refusal = null;
    const answer = await this.#connection.send({ type: 'say', to, text });
    if (answer?.type === 'rejected') this.refusal = answer.reason;
  }

  /** Tell who runs the server about somebody; resolves to why that was refused, or null. */
  report = (person: string, text: string, said: number | null): Promise<string | null> =>
    reported(this.#connection, person, text, said);

  close(): void {
    this.#connection.close();
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'lobby') this.tables = message.tables;
    else if (message.type === 'people') this.people = message.people;
    else if (message.type === 'rejected') this.refusal = message.reason;
    else if (message.type === 'chat') {
      this.chats = withChat(this.chats, message);
      heed(message);
    }
  }
}
