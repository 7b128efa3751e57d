// Tables on this device: the worker that runs them, requests to it, and sockets to its tables.

import { fileUrl } from '../connection/addresses';
import { deviceTableOf } from './codes';
import { setEngine, setStorage } from './offline.svelte';
import type { FromWorker, OfflinePack, ToWorker } from './protocol';

type Answer = Extract<FromWorker, { kind: 'answer' }>;

let pack: Promise<OfflinePack | null> | null = null;
let worker: Promise<Worker> | null = null;
const answers = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
const sockets = new Map<number, DeviceSocket>();
let count = 0;

/** What the page needs to play without a server; null if it was not built or cannot be loaded. */
export function offlinePack(): Promise<OfflinePack | null> {
  pack ??= fetch(fileUrl('offline.json'))
    .then(async (response) => (response.status === 200 ? ((await response.json()) as OfflinePack) : null))
    .catch(() => null)
    .then((found) => {
      if (found === null) pack = null;
      return found;
    });
  return pack;
}

/** Start the worker, on first use. @throws Error if it cannot be started. */
function started(): Promise<Worker> {
  worker ??= startWorker().catch((error: unknown) => {
    worker = null;
    throw error;
  });
  return worker;
}

async function startWorker(): Promise<Worker> {
  const found = await offlinePack();
  if (!found) throw new Error('the files for playing without a server are missing');
  const created = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'knobel' });
  await new Promise<void>((resolve, reject) => {
    created.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'ready') resolve();
      else if (data.kind === 'failed') {
        reject(new Error(data.message));
        fail(data.message);
      } else receive(data);
    };
    created.onerror = (event) => {
      reject(new Error(event.message));
      fail(event.message);
    };
    const engines = Object.fromEntries(
      Object.entries(found.engines ?? {}).map(([game, { module, image }]) => [
        game,
        { module: fileUrl(module), image: fileUrl(image) },
      ]),
    );
    const folder = fileUrl(`${found.folder}/`);
    created.postMessage({ kind: 'start', folder, lock: found.lock, engines } satisfies ToWorker);
  });
  return created;
}

/** The worker cannot go on; the next use starts another one, which reads the stored tables. */
function fail(message: string): void {
  console.error(message);
  void worker?.then(
    (old) => old.terminate(),
    () => undefined,
  );
  worker = null;
  for (const { reject } of answers.values()) reject(new Error(message));
  answers.clear();
  for (const socket of [...sockets.values()]) socket.end(1011, 'device');
}

function receive(message: FromWorker): void {
  switch (message.kind) {
    case 'storage':
      setStorage(message.works);
      return;
    case 'engine':
      setEngine(message.game, message.share);
      return;
    case 'answer':
      answers.get(message.id)?.resolve(message);
      answers.delete(message.id);
      return;
    case 'opened':
      sockets.get(message.socket)?.begin();
      return;
    case 'message':
      sockets.get(message.socket)?.onmessage?.({ data: message.data });
      return;
    case 'closed':
      sockets.get(message.socket)?.end(message.code, message.reason);
      return;
  }
}

async function tell(message: ToWorker): Promise<void> {
  (await started()).postMessage(message);
}

/** Begin to load the interpreter, so that it is ready when it is needed. */
export function prepareDevice(): void {
  void started().catch(() => undefined);
}

/** Answer a request as a server would. @throws Error if the worker cannot run. */
export async function requestDevice(method: string, path: string, body: string): Promise<Answer> {
  const running = await started();
  const id = ++count;
  const answer = new Promise<Answer>((resolve, reject) => answers.set(id, { resolve, reject }));
  running.postMessage({ kind: 'request', id, method, path, body, table: deviceTableOf(path) } satisfies ToWorker);
  return answer;
}

/** Remove a table from memory, after it was deleted. */
export async function forgetTable(table: string): Promise<void> {
  if (worker) await tell({ kind: 'forget', table });
}

/** A connection to a table of this device, with the interface of a WebSocket. */
export class DeviceSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  readonly #id = ++count;

  constructor(table: string, person: string) {
    sockets.set(this.#id, this);
    tell({ kind: 'open', socket: this.#id, table, person }).catch(() => this.end(1011, 'device'));
  }

  begin(): void {
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  end(code: number, reason: string): void {
    if (!sockets.delete(this.#id)) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code, reason });
  }

  send(data: string): void {
    void tell({ kind: 'send', socket: this.#id, data });
  }

  close(): void {
    if (!sockets.delete(this.#id)) return;
    this.readyState = WebSocket.CLOSED;
    if (worker) void tell({ kind: 'close', socket: this.#id }).catch(() => undefined);
  }
}
