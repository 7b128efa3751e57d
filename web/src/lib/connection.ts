// A WebSocket that comes back by itself. A command that was not answered is kept and sent again, with the same id.

import { afterPaint } from './paint';
import type { Accepted, LobbyCommand, Rejected, ServerMessage, TableCommand } from '../wire';

type Command = TableCommand | LobbyCommand;
type Distribute<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A command whose id is still to be given. */
export type Wish = Distribute<Command, 'id'>;

/** What became of a command; null if the connection was closed before it was answered. */
export type Answer = Accepted | Rejected | null;

export type Status = 'connecting' | 'open' | 'waiting' | 'closed';

const FIRST_DELAY = 400;
const LONGEST_DELAY = 10_000;
const PING_EVERY = 10_000;
/** How long a new socket may take to open. */
const OPENING = 6_000;
/** How long the server may say nothing when it was asked something. */
const SILENT = 4_500;
/** After how long it is asked whether it lives: a command may wait for the database, a ping waits for nothing. */
const DOUBT = 1_500;
/** Close code: the server knows nobody of this cookie. */
export const NO_SESSION = 4001;
/** Close codes after which coming back as one is would be pointless: further ones are `removed`, `no_table`, `unreadable`. */
const FINAL = new Set([NO_SESSION, 4003, 4004, 4005]);

export interface Handlers {
  /** Whatever the server says that answers no command. */
  message: (message: ServerMessage) => void;
  status: (status: Status) => void;
  /** The server does not want us here. */
  refused: (code: number, reason: string) => void;
}

interface Sent {
  command: Command;
  answer: (answer: Answer) => void;
}

function withId(wish: Wish): Command {
  // Browsers know `randomUUID` in secure contexts only, and a server in one's own network is none.
  return { ...wish, id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}` };
}

export class Connection {
  /** Where to connect, from the next time on. */
  path: string;
  readonly #handlers: Handlers;
  /** In the order in which they were sent. */
  readonly #unanswered = new Map<string, Sent>();
  #socket: WebSocket | null = null;
  #delay = FIRST_DELAY;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** What the server says while what was touched is not painted yet: looking at it can wait until then. */
  #unread: string[] | null = null;

  constructor(path: string, handlers: Handlers) {
    this.path = path;
    this.#handlers = handlers;
    addEventListener('online', this.#comeBack);
    addEventListener('offline', this.#again);
    document.addEventListener('visibilitychange', this.#comeBack);
    this.#connect();
  }

  /** Send now, or as soon as there is a connection; resolves when the server has answered. */
  send(wish: Wish): Promise<Answer> {
    if (this.#closed) return Promise.resolve(null);
    const command = withId(wish);
    return new Promise((answer) => {
      this.#unanswered.set(command.id, { command, answer });
      this.#transmit(command);
      this.#paintFirst();
    });
  }

  /** Send now or not at all: for what a new connection makes needless. */
  tell(wish: Wish): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(withId(wish)));
  }

  close(): void {
    this.#closed = true;
    this.#unread = null;
    removeEventListener('online', this.#comeBack);
    removeEventListener('offline', this.#again);
    document.removeEventListener('visibilitychange', this.#comeBack);
    this.#drop();
    this.#handlers.status('closed');
    for (const { answer } of this.#unanswered.values()) answer(null);
    this.#unanswered.clear();
  }

  #connect(): void {
    this.#handlers.status('connecting');
    const address = new URL(this.path, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#deadline = setTimeout(this.#again, OPENING);
    socket.onopen = () => {
      this.#delay = FIRST_DELAY;
      this.#heard();
      this.#heartbeat = setInterval(this.#ping, PING_EVERY);
      this.#handlers.status('open');
      for (const { command } of this.#unanswered.values()) this.#transmit(command);
    };
    socket.onmessage = (event) => {
      this.#heard();
      if (this.#unread) this.#unread.push(String(event.data));
      else this.#read(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (FINAL.has(event.code)) {
        this.close();
        this.#handlers.refused(event.code, event.reason);
      } else {
        this.#again();
      }
    };
  }

  #paintFirst(): void {
    if (this.#unread) return;
    this.#unread = [];
    afterPaint(() => {
      const unread = this.#unread ?? [];
      this.#unread = null;
      for (const data of unread) this.#read(data);
    });
  }

  #read(data: string): void {
    const message = JSON.parse(data) as ServerMessage;
    const sent =
      message.type === 'accepted' || message.type === 'rejected' ? this.#unanswered.get(message.id ?? '') : undefined;
    if (!sent) {
      this.#handlers.message(message);
      return;
    }
    this.#unanswered.delete(sent.command.id);
    sent.answer(message as Accepted | Rejected);
  }

  readonly #ping = (): void => {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: 'ping', id: 'ping' }));
    this.#expect();
  };

  readonly #comeBack = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.#retry !== undefined) this.#connectNow();
  };

  /** A socket that stays silent for too long is dead, whatever the browser believes. */
  #expect(): void {
    if (this.#deadline !== undefined) return;
    this.#deadline = setTimeout(this.#again, SILENT);
    this.#doubt = setTimeout(this.#ping, DOUBT);
  }

  #heard(): void {
    clearTimeout(this.#deadline);
    clearTimeout(this.#doubt);
    this.#deadline = undefined;
    this.#doubt = undefined;
  }

  #transmit(command: Command): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(command));
    this.#expect();
  }

  readonly #again = (): void => {
    this.#drop();
    if (this.#closed) return;
    this.#handlers.status('waiting');
    // Spread out, so that a server that starts again is not overrun.
    this.#retry = setTimeout(this.#connectNow, this.#delay * (0.5 + Math.random()));
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  };

  readonly #connectNow = (): void => {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    this.#connect();
  };

  #drop(): void {
    clearTimeout(this.#retry);
    this.#heard();
    clearInterval(this.#heartbeat);
    this.#retry = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
