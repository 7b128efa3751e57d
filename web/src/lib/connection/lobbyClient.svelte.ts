// The lobby as the server sends it: public tables, the people who are online, and the chat with everybody.

import type { Chat, Person, ServerMessage, Table } from '../../wire';
import { offline } from '../offline/offline.svelte';
import { receiveInvitation } from '../table/invitations.svelte';
import { appendChat, sendReport } from './chat';
import { CLOSED_WITHOUT_SESSION, Connection, type Status } from './connection';
import { receiveOperatorNotice } from './operatorNotice.svelte';
import { startSession } from './session.svelte';

export class LobbyClient {
  tables = $state.raw<Table[]>([]);
  people = $state.raw<Person[]>([]);
  chats = $state.raw<Chat[]>([]);
  status = $state<Status>('connecting');
  /** Why the last message was refused. */
  refusal = $state<string | null>(null);

  readonly #connection: Connection | null;

  constructor() {
    this.#connection = offline.on
      ? null
      : new Connection('/api/lobby', {
          message: (message) => this.#receive(message),
          status: (status) => (this.status = status),
          refused: (code) => {
            if (code === CLOSED_WITHOUT_SESSION) void startSession();
          },
        });
  }

  async say(to: string, text: string): Promise<void> {
    this.refusal = null;
    const answer = await this.#connection?.send({ type: 'say', to, text });
    if (answer?.type === 'rejected') this.refusal = answer.reason;
  }

  report = (person: string, text: string, said: number | null): Promise<string | null> =>
    this.#connection ? sendReport(this.#connection, person, text, said) : Promise.resolve(null);

  close(): void {
    this.#connection?.close();
  }

  #receive(message: ServerMessage): void {
    if (message.type === 'lobby') this.tables = message.tables;
    else if (message.type === 'people') this.people = message.people;
    else if (message.type === 'rejected') this.refusal = message.reason;
    else if (message.type === 'chat') {
      this.chats = appendChat(this.chats, message);
      receiveOperatorNotice(message);
      receiveInvitation(message);
    }
  }
}
