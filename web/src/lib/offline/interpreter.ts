// Starts the Python interpreter in a worker, from a snapshot of its memory if this device has made one.
//
// A start from the beginning initializes Python and imports the rules. That takes most of the time, and its result is the
// same each time. So the first start copies the interpreter's memory before any table is loaded, and later starts begin
// with the copy. If one fails, for whatever reason, it and all later starts of this version are from the beginning.

import { loadPyodide, type Lockfile, type PyodideAPI } from 'pyodide';
import { findSnapshot, keepNoSnapshot, keepSnapshot, readSnapshot } from './snapshot';

type Options = NonNullable<Parameters<typeof loadPyodide>[0]>;
type CreateModule = NonNullable<Options['createPyodideModule']>;

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
from knobel.offline import service, snapshot
`;
/** The interpreter's large files are compressed; see `web/scripts/offline.js`. */
function decompressFilesOf(folder: string): void {
  const original = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (!url.startsWith(folder) || !/\.(wasm|zip|so)$/.test(url)) return original(input, init);
    const response = await original(`${url}.bin`);
    if (!response.ok || !response.body) return response;
    const type = url.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return new Response(response.body.pipeThrough(new DecompressionStream('gzip')), {
      headers: { 'Content-Type': type },
    });
  };
}

/** @throws Error if it cannot be loaded. */
async function load(folder: string, lock: Lockfile, options: Options): Promise<PyodideAPI> {
  // Meanwhile other files are loaded.
  const script = import(/* @vite-ignore */ `${folder}pyodide.asm.mjs`) as Promise<{ default: CreateModule }>;
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

/**
 * Start the interpreter and import the rules.
 *
 * @param folder - the address of its files.
 * @throws Error if a file cannot be loaded.
 */
export async function startInterpreter(folder: string, lock: Lockfile): Promise<PyodideAPI> {
  decompressFilesOf(folder);
  const snapshot = await findSnapshot(folder);
  if (snapshot) {
    try {
      const python = await load(folder, lock, { _loadSnapshot: await readSnapshot(snapshot) });
      python.runPython('snapshot.renew()');
      return python;
    } catch {
      // From the beginning.
    }
  }
  const python = await load(folder, lock, { _makeSnapshot: !snapshot });
  python.runPython(IMPORT);
  if (snapshot) {
    void keepNoSnapshot(folder);
  } else {
    python.runPython('snapshot.prepare()');
    void keepSnapshot(folder, python.makeMemorySnapshot());
  }
  return python;
}
