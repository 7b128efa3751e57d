// A table as this person sees it: what the server said, and what is still on its way there.

import { play } from '../sound';
import type { Chat, LogEntry, Person, Position, ServerMessage, Table } from '../wire';
import { withChat } from './chats';
import { Connection, NO_SESSION, type Status, type Wish } from './connection';
import { begin } from './session.svelte';

/** Something the server refused: the kind of command that it was, and why. */
export interface Refusal {
  command: string;
  reason: string;
}

/** Every entry with the game in which it happened, as far as that is known: a group may play one after the other. */
function withGames(entries: LogEntry[]): LogEntry[] {
  let game: string | null = null;
  return entries.map((entry) => {
    if (entry.kind === 'start') game = entry.game;
    return entry.game === null && game !== null ? { ...entry, game } : entry;
  });
}

export class TableView {
  table = $state.raw<Table | null>(null);
  position = $state.raw<Position | null>(null);
  log = $state.raw<LogEntry[]>([]);
  chats = $state.raw<Chat[]>([]);
  people = $state.raw<Person[]>([]);
  status = $state<Status>('connecting');
  /** The kinds of the commands that are not yet answered. */
  sending = $state.raw<string[]>([]);
  refusal = $state.raw<Refusal | null>(null);
  /** Why one is no longer at this table. */
  gone = $state<string | null>(null);
  /** Milliseconds that the server's clock is ahead of this one's. */
  ahead = $state(0);

  readonly code: string;
  readonly #connection: Connection;
  readonly #onEntries: (entries: LogEntry[]) => void;
  #seq = -1;
  #watched: number | null = null;

  /** `onEntries` is told what happened, but not what had happened before one came. */
  constructor(code: string, onEntries: (entries: LogEntry[]) => void) {
    this.code = code;
    this.#onEntries = onEntries;
    this.#connection = new Connection(`/api/tables/${code}/live`, {
      message: (message) => this.#receive(message),
      status: (status) => {
        if (status === 'open' && this.#watched !== null) this.#connection.tell({ type: 'watch', seat: this.#watched });
        this.status = status;
      },
      refused: (code, reason) => {
        if (code === NO_SESSION) void begin();
        else this.gone ??= reason;
      },
    });
  }

  close(): void {
    this.#connection.close();
  }

  /** Send a command; resolves when it was answered, or never will be. */
  async send(wish: Wish): Promise<void> {
    this.refusal = null;
    this.sending = [...this.sending, wish.type];
    const answer = await this.#connection.send(wish);
    this.sending = this.sending.toSpliced(this.sending.indexOf(wish.type), 1);
    if (answer?.type === 'rejected') this.refusal = { command: wish.type, reason: answer.reason };
  }

  act = (action: string): void => {
    if (!this.position || this.busy) return;
    play('pencil');
    void this.send({ type: 'move', at: this.position.at, action });
  };

  roll = (dice?: number[]): void => {
    if (!this.position || this.busy) return;
    void this.send({ type: 'roll', at: this.position.at, dice: dice ?? null });
  };

  undo = (): void => {
    if (!this.position || this.busy) return;
    void this.send({ type: 'undo', at: this.position.at });
  };

  /** Ask for a sheet that a large table does not send by itself. */
  watch(seat: number | null): void {
    if (this.#watched === seat) return;
    this.#watched = seat;
    this.#connection.tell({ type: 'watch', seat });
  }

  /** A roll, a move or an undo is on its way: the next waits for its answer. */
  get busy(): boolean {
    return this.sending.some((kind) => kind === 'move' || kind === 'roll' || kind === 'undo');
  }

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'state':
        this.ahead = message.now - Date.now();
        if (message.prev !== -1 && message.prev !== this.#seq) {
          this.#connection.tell({ type: 'resync' });
          return;
        }
        this.#advance(message.prev === -1, message);
        return;
      case 'rejected':
        this.refusal = { command: 'connection', reason: message.reason };
        return;
      case 'chat':
        this.chats = withChat(this.chats, message);
        return;
      case 'people':
        this.people = message.people;
        return;
      case 'gone':
        this.gone = message.reason;
        this.close();
        return;
      case 'accepted':
      case 'lobby':
      case 'pong':
        return;
      default:
        message satisfies never;
    }
  }

  #advance(complete: boolean, message: Extract<ServerMessage, { type: 'state' }>): void {
    const first = this.#seq === -1;
    const before = this.#seq;
    this.#seq = message.seq;
    if (complete || message.table) this.table = message.table;
    if (complete || message.position) this.position = message.position;
    const bySeq = new Map((complete ? [] : this.log).map((entry) => [entry.seq, entry]));
    for (const entry of message.log) bySeq.set(entry.seq, entry);
    this.log = withGames([...bySeq.values()].sort((a, b) => a.seq - b.seq));
    const news = complete ? message.log.filter((entry) => entry.seq > before) : message.log;
    if (!first && news.length > 0) this.#onEntries(news);
  }
}
