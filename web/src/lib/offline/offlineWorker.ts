// A worker that runs `knobel.offline`, and requests to it.

import type { CoachDecision } from '../../wire';
import { fileUrl } from '../connection/addresses';
import { packListUrl } from './packList';
import type { EngineFiles } from './engine';
import type { AnswerStep, FromWorker, OfflinePack, ToWorker } from './protocol';

/** A request that is not answered completely. */
interface Pending {
  receive: (step: AnswerStep) => void;
  fail: (error: Error) => void;
}

/**
 * How a request is watched: its signal stops the work, `onshare` receives the share that is done, and `onmistakes` the
 * mistakes that a review finds meanwhile.
 */
export interface Watched {
  signal?: AbortSignal | undefined;
  onshare?: ((share: number) => void) | undefined;
  onmistakes?: ((found: CoachDecision[]) => void) | undefined;
}

let pack: Promise<OfflinePack | null> | null = null;

/** What the page needs to play without a server; null if it was not built or cannot be loaded. */
export function offlinePack(): Promise<OfflinePack | null> {
  pack ??= fetch(packListUrl())
    .then(async (response) => (response.status === 200 ? ((await response.json()) as OfflinePack) : null))
    .catch(() => null)
    .then((found) => {
      if (found === null) pack = null;
      return found;
    });
  return pack;
}

export class OfflineWorker {
  readonly #enginesOf: (pack: OfflinePack) => Record<string, EngineFiles>;
  readonly #receive: (message: FromWorker) => void;
  readonly #onfail: (message: string) => void;
  readonly #pending = new Map<number, Pending>();
  #running: Promise<Worker> | null = null;
  #count = 0;

  /**
   * The worker is started on first use.
   *
   * @param enginesOf - the files of the engines that it may load.
   * @param receive - receives what is not the answer to a request.
   * @param onfail - called when the worker cannot go on; the next use starts another one.
   */
  constructor(
    enginesOf: (pack: OfflinePack) => Record<string, EngineFiles>,
    receive: (message: FromWorker) => void,
    onfail: (message: string) => void,
  ) {
    this.#enginesOf = enginesOf;
    this.#receive = receive;
    this.#onfail = onfail;
  }

  /** True if the worker runs or is being started. */
  get isStarted(): boolean {
    return this.#running !== null;
  }

  /** True if it works on a request. */
  get isBusy(): boolean {
    return this.#pending.size > 0;
  }

  /** A number that no other request or socket of the worker has. */
  newId(): number {
    return ++this.#count;
  }

  /** @throws Error if it cannot be started. */
  start(): Promise<Worker> {
    this.#running ??= this.#start().catch((error: unknown) => {
      this.#running = null;
      throw error;
    });
    return this.#running;
  }

  async #start(): Promise<Worker> {
    const found = await offlinePack();
    if (!found) throw new Error('the files for playing without a server are missing');
    const created = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'knobel' });
    await new Promise<void>((resolve, reject) => {
      created.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'ready') resolve();
        else if (data.kind === 'answer') this.#pending.get(data.id)?.receive(data);
        else if (data.kind === 'failed') {
          reject(new Error(data.message));
          this.#fail(data.message);
        } else this.#receive(data);
      };
      created.onerror = (event) => {
        reject(new Error(event.message));
        this.#fail(event.message);
      };
      const engines = Object.fromEntries(
        Object.entries(this.#enginesOf(found)).map(([game, { module, image, coach }]) => [
          game,
          { module: fileUrl(module), image: fileUrl(image), coach: fileUrl(coach) },
        ]),
      );
      const folder = fileUrl(`${found.folder}/`);
      created.postMessage({ kind: 'start', folder, lock: found.lock, engines } satisfies ToWorker);
    });
    return created;
  }

  #fail(message: string): void {
    this.stop(new Error(message));
    this.#onfail(message);
  }

  /** End the worker, which frees its memory. Requests that are not answered fail. */
  stop(error = new Error('the worker was stopped')): void {
    void this.#running?.then(
      (old) => old.terminate(),
      () => undefined,
    );
    this.#running = null;
    for (const { fail } of this.#pending.values()) fail(error);
    this.#pending.clear();
  }

  async tell(message: ToWorker): Promise<void> {
    (await this.start()).postMessage(message);
  }

  /**
   * Answer a request as a server would. The work stops when the signal is aborted or the body is cancelled.
   *
   * @throws Error if the worker cannot run.
   */
  async request(
    method: string,
    path: string,
    body: string,
    person: string,
    { signal, onshare, onmistakes }: Watched = {},
  ): Promise<Response> {
    const running = await this.start();
    signal?.throwIfAborted();
    const id = this.newId();
    const cancel = () => {
      if (this.#pending.delete(id)) running.postMessage({ kind: 'cancel', id } satisfies ToWorker);
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
        if (!this.#pending.has(id)) return;
        cancel();
        fail(signal.reason as Error);
      });
      this.#pending.set(id, {
        receive: ({ status, text, share, mistakes, done }) => {
          if (mistakes) onmistakes?.(JSON.parse(mistakes) as CoachDecision[]);
          if (share !== null) onshare?.(share);
          // A share may have stopped the work.
          if (!this.#pending.has(id)) return;
          if (text) controller.enqueue(encoder.encode(text));
          if (!begun && (text || done)) {
            begun = true;
            resolve(new Response(stream, { status }));
          }
          if (!done) return;
          this.#pending.delete(id);
          controller.close();
        },
        fail,
      });
      running.postMessage({ kind: 'request', id, method, path, body, person } satisfies ToWorker);
    });
  }
}
