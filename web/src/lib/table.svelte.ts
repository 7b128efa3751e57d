// A table as this person sees it: what the server said, and what is still on its way there.

import { play } from '../sound';
import type { Chat, LogEntry, Person, Position, ServerMessage, Table } from '../wire';
import { withChat } from './chats';
import { heed } from './notice.svelte';
import { Connection, NO_SESSION, type Status, type Wish } from './connection';
import { reported } from './reporting';
import { tableLink } from './router.svelte';
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

function livePath(code: string, key: string): string {
  return `/api/tables/${tableLink(code, key)}/live`;
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
  /** Milliseconds that the server's clock is ahead of `performance.now()`: neither jumps when somebody sets a clock. */
  ahead = $state(0);

  readonly code: string;
  readonly #connection: Connection;
  readonly #onEntries: (entries: LogEntry[], before: Position | null) => void;
  #seq = -1;
  /** The log from before this connection, as far as it is known, and since. */
  #earlier: LogEntry[] = [];
  #since: LogEntry[] = [];
  /** When the latest happened that was known as this connection began; all of it, where one has only come. */
  #known = Infinity;
  #watched: number | null = null;

  /** `onEntries` is told what happened, and the position before it, but not what had happened before one came. */
  constructor(code: string, key: string, onEntries: (entries: LogEntry[], before: Position | null) => void) {
    this.code = code;
    this.#onEntries = onEntries;
    this.#connection = new Connection(livePath(code, key), {
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

  /** Tell who runs the server about somebody; resolves to why that was refused, or null. */
  report = (person: string, text: string, said: number | null): Promise<string | null> =>
    reported(this.#connection, person, text, said);

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
        this.ahead = message.now - performance.now();
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
        heed(message);
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
    const before = this.position;
    if (complete && !first) this.#known = Math.max(...this.log.map(({ time }) => time));
    this.#seq = message.seq;
    if (complete || message.table) this.table = message.table;
    if (message.table) this.#connection.path = livePath(this.code, message.table.key);
    if (complete || message.position) this.position = message.position;
    if (complete) {
      // What the server has to read first is known here from the connection before.
      const begins = Math.min(...message.log.map(({ time }) => time));
      this.#earlier = this.log.filter(({ time }) => time < begins);
      this.#since = [];
    }
    this.#earlier = message.earlier ?? this.#earlier;
    this.#since = [...this.#since, ...message.log];
    this.log = withGames([...this.#earlier, ...this.#since]);
    const unknown = ({ time }: LogEntry): boolean => time > this.#known;
    const news = [
      ...(message.earlier ?? []).filter(unknown),
      ...message.log.filter((entry) => !complete || unknown(entry)),
    ];
    if (!first && news.length > 0) this.#onEntries(news, before);
  }
}
