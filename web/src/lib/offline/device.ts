// Tables on this device: the worker that runs them, requests to it, and sockets to its tables.

import { LocalSocket } from '../connection/localSocket';
import { offline, setEngine, setStorage } from './offline.svelte';
import { OfflineWorker, type Watched } from './offlineWorker';
import type { FromWorker, GuestOf, InheritedTable, TableCopy } from './protocol';

const sockets = new Map<number, DeviceSocket>();

/** If it cannot go on, the next use starts another one, which reads the stored tables. */
const device = new OfflineWorker(
  ({ engines }) => engines ?? {},
  receive,
  (message) => {
    console.error(message);
    for (const socket of [...sockets.values()]) socket.end(1011, 'device');
  },
);

function receive(message: FromWorker): void {
  switch (message.kind) {
    case 'storage':
      setStorage(message.works);
      return;
    case 'engine':
      setEngine(message.game, message.share);
      return;
    case 'opened':
      sockets.get(message.socket)?.begin();
      return;
    case 'message':
      sockets.get(message.socket)?.hear(message.data);
      return;
    case 'copy':
      sockets.get(message.socket)?.oncopy?.(message.copy);
      return;
    case 'closed':
      sockets.get(message.socket)?.end(message.code, message.reason);
      return;
  }
}

/** Begin to load the interpreter, so that it is ready when it is needed. */
export function prepareDevice(): void {
  void device.start().catch(() => undefined);
}

/**
 * Answer a request of the person at the device as a server would.
 *
 * @throws Error if the worker cannot run.
 */
export const requestDevice = (method: string, path: string, body: string, watched?: Watched): Promise<Response> =>
  device.request(method, path, body, offline.person.id, watched);

/** Remove a table from memory, after it was deleted. */
export async function forgetTable(table: string): Promise<void> {
  if (device.isStarted) await device.tell({ kind: 'forget', table });
}

/** Make a copy of another device's table one of this device, which the person leads. */
export const inheritTable = (table: InheritedTable): Promise<void> => device.tell({ kind: 'inherit', table });

/** Close the connections to a table, which another device leads now. */
export async function yieldTable(table: string): Promise<void> {
  for (const socket of [...sockets.values()]) if (socket.table === table) socket.end(1006, '');
  await forgetTable(table);
}

/** A connection to a table of this device. */
export class DeviceSocket extends LocalSocket {
  /** What the device of a guest has to keep. */
  oncopy: ((copy: TableCopy) => void) | null = null;
  readonly table: string;
  readonly #id = device.newId();

  /** `guest`: the person is on another device. */
  constructor(table: string, person: string, guest?: GuestOf) {
    super();
    this.table = table;
    sockets.set(this.#id, this);
    device.tell({ kind: 'open', socket: this.#id, table, person, guest }).catch(() => this.end(1011, 'device'));
  }

  override end(code: number, reason: string): void {
    sockets.delete(this.#id);
    super.end(code, reason);
  }

  send(data: string): void {
    void device.tell({ kind: 'send', socket: this.#id, data });
  }

  close(): void {
    if (!sockets.delete(this.#id)) return;
    this.readyState = WebSocket.CLOSED;
    if (device.isStarted) void device.tell({ kind: 'close', socket: this.#id }).catch(() => undefined);
  }
}
