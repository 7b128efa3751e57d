// Runs `knobel.offline` on Pyodide. All that the page asks is done in order; what changed is stored before it is sent.

import { loadPyodide } from 'pyodide';
import type { KernelModule } from '../kernels/module';
import { loadEngine, type EngineFiles } from './engine';
import type { Effects, FromWorker, ToWorker } from './protocol';
import { loadTable, storeTables } from './storage';

/** The Python object with the tables (`knobel.offline.service`). */
interface Service {
  knows: (table: string) => boolean;
  load: (stored: string) => boolean;
  forget: (table: string) => void;
  open: (socket: number, table: string, person: string) => string;
  /** Returns the game whose engine is to be loaded and added, or nothing. */
  prepare: (table: string) => string;
  add_engine: (game: string, module: KernelModule, header: string, content: number) => void;
  close: (socket: number) => string;
  receive: (socket: number, data: string) => string;
  request: (method: string, path: string, body: string) => string;
  tick: () => string;
}

const CLOSED_UNREADABLE = 4005;
/** The library of msgspec must be a file, because no library is loaded from an archive. */
const START = `
import sys, zipfile
archive = next(path for path in sys.path if path.endswith(".zip"))
with zipfile.ZipFile(archive) as file:
    file.extractall("/packages", [name for name in file.namelist() if name.startswith("msgspec/")])
sys.path.insert(0, "/packages")
from knobel.offline.service import Service
Service
`;

let service: Promise<Service> | null = null;
let queue: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

const post = (message: FromWorker) => postMessage(message);

/** The interpreter's large files are compressed; see `web/scripts/offline.js`. */
function decompressFilesOf(folder: string): void {
  const original = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith(folder) || !/\.(wasm|zip)$/.test(url)) return original(input, init);
    const response = await original(`${url}.bin`);
    if (!response.ok || !response.body) return response;
    const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/zip';
    return new Response(response.body.pipeThrough(new DecompressionStream('gzip')), {
      headers: { 'Content-Type': type },
    });
  };
}

let engines: Record<string, EngineFiles> = {};
/** The games whose engine is being loaded, or was. */
const requested = new Set<string>();

async function start({ folder, lock, pace, ...more }: Extract<ToWorker, { kind: 'start' }>): Promise<Service> {
  decompressFilesOf(folder);
  engines = more.engines;
  const python = await loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}python_stdlib.zip`,
    lockFileContents: lock,
  });
  // Reached by tests of the interpreter.
  Object.assign(self, { python });
  const Tables = python.runPython(START) as (pace: number, games: unknown) => Service;
  return Tables(pace ?? 1, python.toPy(Object.keys(engines)));
}

let storageWorks = true;

/** Use the browser's database; if it fails, tables are only in the memory of this worker, which the page says. */
async function stored<T>(use: () => Promise<T>): Promise<T | undefined> {
  let result: T | undefined;
  let works = true;
  try {
    result = await use();
  } catch {
    works = false;
  }
  if (works !== storageWorks) post({ kind: 'storage', works: (storageWorks = works) });
  return result;
}

/** Do what a call of the Python code asks for. */
async function perform(text: string): Promise<Effects> {
  const effects = JSON.parse(text) as Effects;
  if (effects.stored.length > 0) await stored(() => storeTables(effects.stored));
  for (const [socket, data] of effects.messages) post({ kind: 'message', socket, data });
  for (const [socket, code, reason] of effects.closed) post({ kind: 'closed', socket, code, reason });
  clearTimeout(timer);
  if (effects.wait !== null) timer = setTimeout(() => enqueue((running) => perform(running.tick())), effects.wait);
  return effects;
}

function enqueue(job: (running: Service) => Promise<unknown>): void {
  queue = queue
    .then(async () => {
      if (service) await job(await service);
    })
    .catch((error: unknown) => post({ kind: 'failed', message: String(error) }));
}

/** Load the engine of a game. Until it is there, plain bots play; if it cannot be loaded, the next table tries again. */
async function addEngine(game: string): Promise<void> {
  const files = engines[game];
  if (!files || requested.has(game)) return;
  requested.add(game);
  const report = (share: number | null) => post({ kind: 'engine', game, share });
  try {
    report(0);
    const { module, header, content } = await loadEngine(files, report);
    enqueue(async (running) => {
      running.add_engine(game, module, header, content);
      post({ kind: 'engine', game, share: 1 });
    });
  } catch {
    requested.delete(game);
    report(null);
  }
}

/** Load a table into memory. Return false if it cannot be read. */
async function ensureLoaded(running: Service, table: string): Promise<boolean> {
  if (running.knows(table)) return true;
  const found = await stored(() => loadTable(table));
  return found === undefined || running.load(JSON.stringify(found));
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  switch (data.kind) {
    case 'start':
      service = start(data);
      enqueue(async () => post({ kind: 'ready' }));
      return;
    case 'request':
      enqueue(async (running) => {
        if (data.table !== null) await ensureLoaded(running, data.table);
        const { answer } = await perform(running.request(data.method, data.path, data.body));
        const [status, body] = answer ?? [500, ''];
        post({ kind: 'answer', id: data.id, status, body });
      });
      return;
    case 'open':
      enqueue(async (running) => {
        if (await ensureLoaded(running, data.table)) {
          post({ kind: 'opened', socket: data.socket });
          await perform(running.open(data.socket, data.table, data.person));
          // Later, so that the page shows the table first.
          setTimeout(() => enqueue(async (ready) => void addEngine(ready.prepare(data.table))), 100);
        } else {
          post({ kind: 'closed', socket: data.socket, code: CLOSED_UNREADABLE, reason: 'unreadable' });
        }
      });
      return;
    case 'send':
      enqueue((running) => perform(running.receive(data.socket, data.data)));
      return;
    case 'close':
      enqueue((running) => perform(running.close(data.socket)));
      return;
    case 'forget':
      enqueue(async (running) => running.forget(data.table));
      return;
    default:
      data satisfies never;
  }
});
