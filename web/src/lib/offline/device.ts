// Tables on this device: the worker that runs them, requests to it, and sockets to its tables.

import { fileUrl } from '../connection/addresses';
import { offline, setEngine, setStorage } from './offline.svelte';
import type { AnswerStep, FromWorker, OfflinePack, ToWorker } from './protocol';

/** A request that is not answered completely. */
interface Pending {
  receive: (step: AnswerStep) => void;
  fail: (error: Error) => void;
}

let pack: Promise<OfflinePack | null> | null = null;
let worker: Promise<Worker> | null = null;
const pending = new Map<number, Pending>();
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
      Object.entries(found.engines ?? {}).map(([game, { module, image, coach }]) => [
        game,
        { module: fileUrl(module), image: fileUrl(image), coach: fileUrl(coach) },
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
  for (const { fail: failed } of pending.values()) failed(new Error(message));
  pending.clear();
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
      pending.get(message.id)?.receive(message);
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

/** Receives the share of a request's work that is done. */
export type OnShare = (share: number) => void;

/**
 * Answer a request as a server would. The work stops when the signal is aborted or the body is cancelled.
 *
 * @throws Error if the worker cannot run.
 */
export async function requestDevice(
  method: string,
  path: string,
  body: string,
  signal?: AbortSignal,
  onshare?: OnShare,
): Promise<Response> {
  const running = await started();
  signal?.throwIfAborted();
  const id = ++count;
  const person = offline.person.id;
  const cancel = () => {
    if (pending.delete(id)) running.postMessage({ kind: 'cancel', id } satisfies ToWorker);
  };
  return new Promise<Response>((resolve, reject) => {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    let begun = false;
    const encoder = new TextEncoder();
    const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given), cancel });
    const fail = (error: Error) => {
      reject(error);
      controller.error(error);
    };
    signal?.addEventListener('abort', () => {
      if (!pending.has(id)) return;
      cancel();
      fail(signal.reason as Error);
    });
    pending.set(id, {
      receive: ({ status, text, share, done }) => {
        if (share !== null) onshare?.(share);
        if (text) controller.enqueue(encoder.encode(text));
        if (!begun && (text || done)) {
          begun = true;
          resolve(new Response(stream, { status }));
        }
        if (!done) return;
        pending.delete(id);
        controller.close();
      },
      fail,
    });
    running.postMessage({ kind: 'request', id, method, path, body, person } satisfies ToWorker);
  });
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
