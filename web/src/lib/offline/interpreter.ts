// Starts the Python interpreter in a worker, from a snapshot of its memory if this device has made one.
//
// A start from the beginning initializes Python and imports the rules. That takes most of the time, and its result is the
// same each time. So the first start copies the interpreter's memory before any table is loaded, and later starts begin
// with the copy. If one fails, for whatever reason, it and all later starts of this version are from the beginning.
//
// Both are in the service worker's cache beside the interpreter's files, also the module without compression: browsers
// keep the compiled code of a module that the service worker has answered as it is stored.

import { loadPyodide, type Lockfile, type PyodideAPI } from 'pyodide';
import { isOwn, packSnapshot, unpackSnapshot } from './snapshot';

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>;
type CreateModule = NonNullable<Options['createPyodideModule']>;

const SCRIPT = 'pyodide.asm.mjs';
const MODULE = 'pyodide.asm.wasm';
const SNAPSHOT = 'snapshot.bin';
/** Kept while an interpreter is started from the snapshot. */
const STARTING = 'starting';
/** Libraries must be files: none is loaded from an archive. */
const PACKAGES = '/packages';
/** msgspec's library. It is loaded before Python, and so to the same address before and after a snapshot is restored. */
const LIBRARY = `${PACKAGES}/msgspec/_core.so`;
const LIBRARY_FILE = 'msgspec.so';

const IMPORT = `
import sys, zipfile
archive = next(path for path in sys.path if path.endswith(".zip"))
with zipfile.ZipFile(archive) as file:
    file.extractall("${PACKAGES}", [name for name in file.namelist() if name.startswith("msgspec/")])
sys.path.insert(0, "${PACKAGES}")
import msgspec
# Its folder is missing after a snapshot is restored.
msgspec.__path__.append(f"{archive}/msgspec")
from knobel.offline import snapshot
`;

/** How often the cache is searched for the interpreter's files, which may still be arriving, and the pauses between. */
const TRIES = 20;
const PAUSE_MS = 3000;

/** The interpreter's large files are compressed; see `web/scripts/offline.js`. */
function decompressFilesOf(folder: string): void {
  const original = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith(folder) || !/\.(wasm|zip|so)$/.test(url)) return original(input, init);
    if (url === folder + MODULE && (await cacheWith(url))) {
      // Not from the cache directly: then browsers would compile it each time.
      const kept = await original(url);
      if (kept.ok) return kept;
    }
    const response = await original(`${url}.bin`);
    return response.ok ? decompressed(response, url) : response;
  };
}

function decompressed(response: Response, url: string): Response {
  const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  const content = response.body!.pipeThrough(new DecompressionStream('gzip'));
  return new Response(content, { headers: { 'Content-Type': type } });
}

/** Return the cache in which an address is; nothing if there is none, or if the browser keeps nothing. */
async function cacheWith(url: string): Promise<Cache | null> {
  try {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      if (await cache.match(url)) return cache;
    }
  } catch {
    // Some private windows.
  }
  return null;
}

/** Keep a snapshot, or that none works here, as soon as the interpreter's files are kept. */
async function keep(folder: string, memory?: Uint8Array): Promise<void> {
  const snapshot = await packSnapshot(memory);
  let cache = await cacheWith(folder + SCRIPT);
  for (let tries = 0; !cache && tries < TRIES; tries += 1) {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    cache = await cacheWith(folder + SCRIPT);
  }
  await cache?.put(folder + SNAPSHOT, snapshot);
  await cache?.delete(folder + STARTING);
  const module = await cache?.match(`${folder}${MODULE}.bin`);
  if (module) await cache?.put(folder + MODULE, decompressed(module, MODULE));
}

/** @throws Error if it cannot be loaded. */
async function load(folder: string, lock: Lockfile, options: Options): Promise<PyodideAPI> {
  // Meanwhile other files are loaded.
  const script = import(/* @vite-ignore */ folder + SCRIPT) as Promise<{ default: CreateModule }>;
  return loadPyodide({
    indexURL: folder,
    stdLibURL: `${folder}python_stdlib.zip`,
    lockFileContents: lock,
    // Python looks for a file, and finds the library loaded.
    fsInit: async (files) => {
      files.mkdirTree(`${PACKAGES}/msgspec`);
      files.writeFile(LIBRARY, '');
    },
    createPyodideModule: async (settings) => {
      const locateFile = (file: string) => folder + (file === LIBRARY ? LIBRARY_FILE : file);
      return (await script).default(Object.assign(settings, { dynamicLibraries: [LIBRARY], locateFile }));
    },
    ...options,
  });
}

/** Return an interpreter with the memory of an earlier one. @throws Error if it cannot be started like this. */
async function restore(folder: string, lock: Lockfile, stored: Response): Promise<PyodideAPI> {
  const python = await load(folder, lock, { _loadSnapshot: await unpackSnapshot(stored) });
  python.runPython('snapshot.renew()');
  return python;
}

/**
 * Start the interpreter and import the rules.
 *
 * @param folder - the address of its files.
 * @throws Error if a file cannot be loaded.
 */
export async function startInterpreter(folder: string, lock: Lockfile): Promise<PyodideAPI> {
  decompressFilesOf(folder);
  const cache = await cacheWith(folder + SNAPSHOT);
  const stored = await cache?.match(folder + SNAPSHOT);
  // If a start from it ended the tab, or was ended with the tab, another one is made.
  const found = stored && isOwn(stored) && !(await cache?.match(folder + STARTING)) ? stored : null;
  if (found) {
    try {
      await cache?.put(folder + STARTING, new Response());
      return await restore(folder, lock, found);
    } catch {
      // From the beginning.
    } finally {
      await cache?.delete(folder + STARTING);
    }
  }
  const python = await load(folder, lock, { _makeSnapshot: !found });
  python.runPython(IMPORT);
  if (!found) python.runPython('snapshot.prepare()');
  void keep(folder, found ? undefined : python.makeMemorySnapshot()).catch(() => undefined);
  return python;
}
