// Builds what the page needs to play without a server: the interpreter, and one archive with the Python modules.
//
//   node scripts/offline.js --outDir FOLDER --wheel MSGSPEC.whl
//
// The files go into FOLDER/assets/python-HASH; FOLDER/offline.json says which they are.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { constants, gzipSync } from 'node:zlib';
import { loadPyodide } from 'pyodide';

const { values } = parseArgs({ options: { outDir: { type: 'string' }, wheel: { type: 'string' } } });
const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const pyodide = dirname(fileURLToPath(import.meta.resolve('pyodide')));

process.on('uncaughtException', (error) => {
  // Without the source, which is one line of a megabyte.
  console.error(String(error.message ?? error).slice(0, 5000));
  process.exit(1);
});
const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(values.wheel)), 'wheel');
python.mountNodeFS('/knobel_source', join(root, 'src'));
python.mountNodeFS('/scripts', here);
python.runPython('import sys; sys.dont_write_bytecode = True; sys.path[:0] = ["/knobel_source", "/scripts"]');
const pack = python.pyimport('offline_pack');
const games = JSON.parse(pack.play_everything());
const [modules, coach, library] = pack.archives().toJs();
const coached = pack.coached().toJs();
const sources = JSON.parse(pack.sources()).map((path) => path.replace('/knobel_source/', 'src/'));

const zip = (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
// Files are compressed here, and not by the web server, so that they are small on every host. Their names say nothing of
// it, because some hosts would then declare an encoding.
const files = {
  'pyodide.asm.mjs': readFileSync(join(pyodide, 'pyodide.asm.mjs')),
  'pyodide.asm.wasm.bin': zip(readFileSync(join(pyodide, 'pyodide.asm.wasm'))),
  'python_stdlib.zip.bin': zip(modules),
  'msgspec.so.bin': zip(library),
};
// Loaded with the first engine.
const later = { 'coach.zip.bin': zip(coach) };
const all = { ...files, ...later };
const hash = createHash('sha256');
for (const content of Object.values(all)) hash.update(content);
const folder = `assets/python-${hash.digest('base64url').replace(/[-_]/g, '').slice(0, 8)}`;
mkdirSync(join(values.outDir, folder), { recursive: true });
for (const [name, content] of Object.entries(all)) writeFileSync(join(values.outDir, folder, name), content);
// The interpreter checks that it fits to the list of its packages, of which none is used.
const { info } = JSON.parse(readFileSync(join(pyodide, 'pyodide-lock.json'), 'utf8'));
const lock = { info, packages: {} };
const list = Object.keys(files).map((name) => `${folder}/${name}`);
const description = { folder, files: list, coach: `${folder}/coach.zip.bin`, coached, lock, games };
writeFileSync(join(values.outDir, 'offline.json'), `${JSON.stringify(description)}\n`);
// The files that this depends on, for the build to find out whether it must be repeated.
writeFileSync(join(values.outDir, '.offline'), JSON.stringify(sources));
process.exit();
