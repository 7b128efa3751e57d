// A WebSocket that reconnects automatically. Unanswered commands are sent again with the same id.

import type { Accepted, LobbyCommand, Rejected, ServerMessage, TableCommand } from '../../wire';
import { checkForUpdate } from '../app/updates.svelte';
import { deviceTableOf, isDeviceTable } from '../offline/codes';
import { DeviceSocket } from '../offline/device';
import { offline } from '../offline/offline.svelte';
import { isGuestAt } from '../phones/guestTables';
import { PhoneSocket } from '../phones/phoneSocket';
import { afterPaint } from '../ui/afterPaint';
import { livePathOf, openServerSocket, takeSocket } from './early';

type Command = TableCommand | LobbyCommand;
type OmitFromEach<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A command without an id, which the connection adds. */
export type NewCommand = OmitFromEach<Command, 'id'>;

/** The answer to a command; null if the connection was closed before. */
export type Answer = Accepted | Rejected | null;

export type Status = 'connecting' | 'open' | 'waiting' | 'closed';

const FIRST_RETRY_MS = 400;
const MAX_RETRY_MS = 10_000;
const PING_INTERVAL_MS = 10_000;
/** How long a new socket may take to open. */
const OPEN_TIMEOUT_MS = 6_000;
/** How long the server may stay silent after a command or a ping. */
const SILENCE_TIMEOUT_MS = 4_500;
/** When to ping after an unanswered command: a command may wait for the database, a ping does not. */
const PING_AFTER_COMMAND_MS = 1_500;
/** Close code: the server does not know the cookie's session. */
export const CLOSED_WITHOUT_SESSION = 4001;
/** Close codes after which the client does not reconnect; the others are `removed`, `no_table` and `unreadable`. */
const FINAL_CODES = new Set([CLOSED_WITHOUT_SESSION, 4003, 4004, 4005]);

export interface Handlers {
  /** Called with each message that is not the answer to a command. */
  message: (message: ServerMessage) => void;
  status: (status: Status) => void;
  /** The server closed the connection with a final code. */
  refused: (code: number, reason: string) => void;
}

interface SentCommand {
  command: Command;
  resolve: (answer: Answer) => void;
}

type Socket = WebSocket | DeviceSocket | PhoneSocket;

/** Open a socket to the server, or to a table of this device or of another phone. */
function openSocket(path: string): Socket {
  const table = deviceTableOf(path);
  if (table !== null && isGuestAt(table)) return new PhoneSocket(table);
  if (table !== null) return new DeviceSocket(table, new URL(path, location.href).searchParams.get('person') ?? '');
  return openServerSocket(path);
}

/** The path of the connection to a table. */
export function livePath(code: string, key: string): string {
  const person = isDeviceTable(code) ? `?person=${offline.person.id}` : '';
  return livePathOf(code, key) + person;
}

function withId(command: NewCommand | Command): Command {
  // `randomUUID` exists only in secure contexts, which a server in a local network does not provide.
  return { id: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`, ...command };
}

export class Connection {
  /** The address for the next connection. */
  path: string;
  readonly #handlers: Handlers;
  /** In the order of sending. */
  readonly #unanswered = new Map<string, SentCommand>();
  #socket: Socket | null = null;
  #retryDelay = FIRST_RETRY_MS;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingInterval: ReturnType<typeof setInterval> | undefined;
  #deadlineTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  #wasOpen = false;
  /** Messages that arrived before the result of a tap was painted; they are read after that. */
  #unread: string[] | null = null;

  constructor(path: string, handlers: Handlers) {
    this.path = path;
    this.#handlers = handlers;
    addEventListener('online', this.#resume);
    addEventListener('offline', this.#reconnectLater);
    document.addEventListener('visibilitychange', this.#resume);
    this.#connect();
  }

  /** Send a command as soon as there is a connection, or one again; resolves to the server's answer. */
  send(newCommand: NewCommand | Command): Promise<Answer> {
    if (this.#closed) return Promise.resolve(null);
    const command = withId(newCommand);
    return new Promise((resolve) => {
      this.#unanswered.set(command.id, { command, resolve });
      this.#transmit(command);
      this.#readAfterPaint();
    });
  }

  /** Send a command only if the connection is open: for commands that a new connection makes unnecessary. */
  sendIfOpen(command: NewCommand): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(withId(command)));
  }

  close(): void {
    this.#closed = true;
    this.#unread = null;
    removeEventListener('online', this.#resume);
    removeEventListener('offline', this.#reconnectLater);
    document.removeEventListener('visibilitychange', this.#resume);
    this.#dropSocket();
    this.#handlers.status('closed');
    for (const { resolve } of this.#unanswered.values()) resolve(null);
    this.#unanswered.clear();
  }

  #connect(): void {
    this.#handlers.status('connecting');
    const early = takeSocket(this.path);
    const socket = early?.socket ?? openSocket(this.path);
    this.#socket = socket;
    // The device needs no network, but may need a while to start.
    if (socket instanceof WebSocket) this.#deadlineTimer = setTimeout(this.#reconnectLater, OPEN_TIMEOUT_MS);
    const onopen = () => {
      this.#retryDelay = FIRST_RETRY_MS;
      this.#clearDeadline();
      this.#pingInterval = setInterval(this.#ping, PING_INTERVAL_MS);
      this.#handlers.status('open');
      // The server may have been replaced by a newer one.
      if (this.#wasOpen) void checkForUpdate();
      this.#wasOpen = true;
      for (const { command } of this.#unanswered.values()) this.#transmit(command);
    };
    const onmessage = (event: { data: unknown }) => {
      this.#clearDeadline();
      if (this.#unread) this.#unread.push(String(event.data));
      else this.#read(String(event.data));
    };
    socket.onclose = (event: { code: number; reason: string }) => {
      if (socket !== this.#socket) return;
      // An early one may have been opened before this browser had a new session.
      if (FINAL_CODES.has(event.code) && !(early && event.code === CLOSED_WITHOUT_SESSION)) {
        this.close();
        this.#handlers.refused(event.code, event.reason);
      } else {
        this.#reconnectLater();
      }
    };
    Object.assign(socket, { onopen, onmessage });
    if (!early) return;
    // Not before the owner of the connection has it.
    queueMicrotask(() => {
      if (socket !== this.#socket) return;
      if (socket.readyState === WebSocket.OPEN) onopen();
      early.received.forEach(onmessage);
    });
  }

  #readAfterPaint(): void {
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
    sent.resolve(message as Accepted | Rejected);
  }

  readonly #ping = (): void => {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ type: 'ping', id: 'ping' }));
    this.#startDeadline();
  };

  /** Check the connection, or reconnect immediately: the device is online again or the page is visible again. */
  readonly #resume = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else if (this.#retryTimer !== undefined) this.#reconnect();
  };

  /** Treat a socket as dead if it stays silent for too long, even if the browser reports it as open. */
  #startDeadline(): void {
    if (this.#socket instanceof DeviceSocket) return;
    if (this.#deadlineTimer !== undefined) return;
    this.#deadlineTimer = setTimeout(this.#reconnectLater, SILENCE_TIMEOUT_MS);
    this.#pingTimer = setTimeout(this.#ping, PING_AFTER_COMMAND_MS);
  }

  #clearDeadline(): void {
    clearTimeout(this.#deadlineTimer);
    clearTimeout(this.#pingTimer);
    this.#deadlineTimer = undefined;
    this.#pingTimer = undefined;
  }

  #transmit(command: Command): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(command));
    this.#startDeadline();
  }

  readonly #reconnectLater = (): void => {
    this.#dropSocket();
    if (this.#closed) return;
    this.#handlers.status('waiting');
    // Random delays, so that not all clients reconnect at the same moment after a restart of the server.
    this.#retryTimer = setTimeout(this.#reconnect, this.#retryDelay * (0.5 + Math.random()));
    this.#retryDelay = Math.min(this.#retryDelay * 2, MAX_RETRY_MS);
  };

  readonly #reconnect = (): void => {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#connect();
  };

  #dropSocket(): void {
    clearTimeout(this.#retryTimer);
    this.#clearDeadline();
    clearInterval(this.#pingInterval);
    this.#retryTimer = undefined;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
