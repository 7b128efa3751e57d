// Runs `knobel.offline` on Pyodide. All that the page asks is done in order; what changed is stored before it is sent.

import type { PyodideAPI } from 'pyodide';
import type { KernelModule } from '../kernels/module';
import { fetchDecompressed, loadEngine, type EngineFiles } from './engine';
import { startInterpreter } from './interpreter';
import type { Effects, FromWorker, Need, ToWorker } from './protocol';
import { loadEverything, loadReview, loadShelf, loadTable, loadTries, store } from './storage';

/** The Python object with the tables (`knobel.offline.service`). */
interface Service {
  knows: (table: string) => boolean;
  load: (stored: string) => boolean;
  forget: (table: string) => void;
  /** Make a copy of another device's table one of this device. */
  inherit: (copy: string) => boolean;
  open: (socket: number, table: string, person: string) => string;
  open_for_guest: (socket: number, table: string, guest: string, name: string, host: string) => string;
  /** Returns the game whose engine is to be loaded and added, or nothing. */
  prepare: (table: string) => string;
  add_engine: (game: string, module: KernelModule, header: string, content: number) => string;
  close: (socket: number) => string;
  receive: (socket: number, data: string) => string;
  /** Use the modules of the coach, which are in a folder. */
  add_coach: (folder: string) => string;
  request: (id: number, method: string, path: string, body: string, person: string) => string;
  go_on: (id: number, found: string) => string;
  cancel: (id: number) => string;
  tick: () => string;
}

const CLOSED_UNREADABLE = 4005;
/** Entries that several people make at the same moment are drawn together. */
const STATE_INTERVAL_MS = 50;
const SERVICE = 'from knobel.offline.service import Service; Service';
/** What a guest sends after its socket was closed, perhaps a flood, is dropped here. */
const sockets = new Set<number>();
let service: Promise<Service> | null = null;
let queue: Promise<void> = Promise.resolve();
let timer: ReturnType<typeof setTimeout> | undefined;

const post = (message: FromWorker) => postMessage(message);

const MODULES = '/packages';

let python: PyodideAPI;
let engines: Record<string, EngineFiles> = {};
/** What is being loaded, or was: the engines of games, and the modules of the coach. */
const loading = new Map<string, Promise<void>>();

async function start({ folder, lock, pace, ...more }: Extract<ToWorker, { kind: 'start' }>): Promise<Service> {
  engines = more.engines;
  python = await startInterpreter(folder, lock);
  // Reached by tests of the interpreter.
  Object.assign(self, { python });
  const Tables = python.runPython(SERVICE) as (pace: number, games: unknown, stateIntervalMs: number) => Service;
  return Tables(pace ?? 1, python.toPy(Object.keys(engines)), STATE_INTERVAL_MS);
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
  const changed = [effects.stored, effects.reviews, effects.skills, effects.tries, effects.answers];
  if (changed.some((each) => each.length > 0)) await stored(() => store(effects));
  const postCopies = (ends: boolean) => {
    for (const [socket, copy] of effects.copies)
      if ((copy.summary.state === 'over') === ends) post({ kind: 'copy', socket, copy });
  };
  // The end of a game is kept before the page shows it.
  postCopies(true);
  for (const [socket, data] of effects.messages) post({ kind: 'message', socket, data });
  postCopies(false);
  for (const [socket, code, reason] of effects.closed) {
    sockets.delete(socket);
    post({ kind: 'closed', socket, code, reason });
  }
  if (effects.engine) post({ kind: 'engine', game: effects.engine[0], share: effects.engine[1] });
  clearTimeout(timer);
  if (effects.wait !== null) timer = setTimeout(() => void enqueue((running) => perform(running.tick())), effects.wait);
  return effects;
}

function enqueue(job: (running: Service) => Promise<unknown>): Promise<void> {
  queue = queue
    .then(async () => {
      if (service) await job(await service);
    })
    .catch((error: unknown) => post({ kind: 'failed', message: String(error) }));
  return queue;
}

/** Load something once; if it fails, the next one who needs it tries again. */
function loadOnce(name: string, load: () => Promise<void>, onfailure = () => {}): Promise<void> {
  const begun =
    loading.get(name) ??
    load().catch(() => {
      loading.delete(name);
      onfailure();
    });
  loading.set(name, begun);
  return begun;
}

/** Load the engine of a game. Until it is there, plain bots play. */
async function addEngine(game: string): Promise<void> {
  const files = engines[game];
  if (!files) return;
  const report = (share: number | null) => post({ kind: 'engine', game, share });
  const load = async () => {
    report(0);
    const { module, header, content } = await loadEngine(files, report);
    await enqueue((running) => perform(running.add_engine(game, module, header, content)));
    report(1);
  };
  await loadOnce(game, load, () => report(null));
  // So that it is kept too, for a game without a network.
  void addCoach();
}

/** Load the Python modules of the coach. */
async function addCoach(): Promise<void> {
  const [files] = Object.values(engines);
  if (!files) return;
  await loadOnce('coach', async () => {
    python.unpackArchive(await fetchDecompressed(files.coach), 'zip', { extractDir: MODULES });
    await enqueue((running) => perform(running.add_coach(MODULES)));
  });
}

/** Load what an answer needs, as text; nothing if it cannot be loaded. */
async function load({ kind, name }: Need): Promise<string> {
  switch (kind) {
    case 'engine':
      await addEngine(name);
      return '';
    case 'coach':
      await addCoach();
      return '';
    case 'table':
      return asText(() => loadTable(name));
    case 'review':
      return asText(() => loadReview(name));
    case 'shelf':
      return asText(loadShelf);
    case 'everything':
      return asText(loadEverything);
    case 'tries':
      return asText(loadTries);
  }
}

async function asText(read: () => Promise<unknown>): Promise<string> {
  const found = await stored(read);
  return found === undefined ? '' : JSON.stringify(found);
}

/** Send a step of an answer, and continue it. Between two steps there is time for other requests and for moves. */
async function follow(id: number, { answer }: Effects): Promise<void> {
  if (!answer) return;
  const { need, ...step } = answer;
  if (step.text || step.done || step.share !== null) post({ kind: 'answer', id, ...step });
  if (step.done) return;
  const goOn = (found: string) => void enqueue(async (running) => follow(id, await perform(running.go_on(id, found))));
  if (need) void load(need).then(goOn);
  else setTimeout(goOn, 0, '');
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
      void enqueue(async () => post({ kind: 'ready' }));
      return;
    case 'request': {
      const { id, method, path, body, person } = data;
      void enqueue(async (running) => follow(id, await perform(running.request(id, method, path, body, person))));
      return;
    }
    case 'cancel':
      void enqueue((running) => perform(running.cancel(data.id)));
      return;
    case 'open':
      void enqueue(async (running) => {
        if (await ensureLoaded(running, data.table)) {
          const { socket, table, person, guest } = data;
          post({ kind: 'opened', socket });
          sockets.add(socket);
          await perform(
            guest
              ? running.open_for_guest(socket, table, person, guest.name, guest.host)
              : running.open(socket, table, person),
          );
          // Later, so that the page shows the table first.
          setTimeout(() => void enqueue(async (ready) => void addEngine(ready.prepare(data.table))), 100);
        } else {
          post({ kind: 'closed', socket: data.socket, code: CLOSED_UNREADABLE, reason: 'unreadable' });
        }
      });
      return;
    case 'send':
      void enqueue(async (running) => {
        if (sockets.has(data.socket)) await perform(running.receive(data.socket, data.data));
      });
      return;
    case 'close':
      void enqueue((running) => {
        sockets.delete(data.socket);
        return perform(running.close(data.socket));
      });
      return;
    case 'forget':
      void enqueue(async (running) => running.forget(data.table));
      return;
    case 'inherit':
      void enqueue(async (running) => running.inherit(JSON.stringify(data.table)));
      return;
    default:
      data satisfies never;
  }
});
