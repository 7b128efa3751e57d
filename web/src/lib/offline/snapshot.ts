// The snapshot of the interpreter's memory, in the service worker's cache beside the interpreter's files.

import { SNAPSHOT } from '../../serviceWorker/messages';

const PAGE_BYTES = 65_536;
/** Another version of this program or of the browser may lay out the memory otherwise. */
const MADE_BY = 'X-Made-By';
const SIZE = 'X-Size';
/** The numbers of the pages that are stored. Half of the pages are empty, and are not. */
const PAGES = 'X-Pages';
/** How often the cache is searched for the interpreter's files, which may still be arriving, and the pauses between. */
const TRIES = 20;
const PAUSE_MS = 3000;

const maker = () => `${import.meta.url} ${navigator.userAgent}`;

/** Return the cache with the interpreter's files; nothing if they are not kept. */
async function cacheOf(folder: string): Promise<Cache | null> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    if (await cache.match(`${folder}pyodide.asm.mjs`)) return cache;
  }
  return null;
}

/** Return the snapshot that this version has made; nothing if there is none, or if the browser stores nothing. */
export async function findSnapshot(folder: string): Promise<Response | null> {
  try {
    const found = await (await cacheOf(folder))?.match(folder + SNAPSHOT);
    return found?.headers.get(MADE_BY) === maker() ? found : null;
  } catch {
    return null;
  }
}

/** Return the memory of a snapshot. @throws Error if it is damaged. */
export async function readSnapshot(snapshot: Response): Promise<Uint8Array> {
  const stored = new Uint8Array(await snapshot.arrayBuffer());
  const memory = new Uint8Array(Number(snapshot.headers.get(SIZE)));
  const pages = (snapshot.headers.get(PAGES) ?? '').split(',').map(Number);
  pages.forEach((page, index) => {
    const content = stored.subarray(index * PAGE_BYTES, (index + 1) * PAGE_BYTES);
    if (content.length === 0) throw new Error('the snapshot is incomplete');
    memory.set(content, page * PAGE_BYTES);
  });
  return memory;
}

/** Store a snapshot as soon as the interpreter's files are kept. Without it, each start is from the beginning. */
export async function keepSnapshot(folder: string, snapshot: Uint8Array): Promise<void> {
  const memory = snapshot as Uint8Array<ArrayBuffer>;
  const words = new Int32Array(memory.buffer);
  const size = PAGE_BYTES / words.BYTES_PER_ELEMENT;
  const all = [...Array(Math.ceil(words.length / size)).keys()];
  const pages = all.filter((page) => words.subarray(page * size, (page + 1) * size).some(Boolean));
  const content = new Blob(pages.map((page) => memory.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)));
  const headers = { [SIZE]: String(memory.length), [PAGES]: pages.join() };
  for (let tries = 0; tries < TRIES && !(await keep(folder, content, headers)); tries += 1)
    await new Promise((done) => setTimeout(done, PAUSE_MS));
}

/** Note that no snapshot of this version can be used on this device. */
export const keepNoSnapshot = (folder: string) => keep(folder, null, {});

/** Return false if the interpreter's files are not kept. */
async function keep(folder: string, content: Blob | null, headers: Record<string, string>): Promise<boolean> {
  try {
    const cache = await cacheOf(folder);
    await cache?.put(folder + SNAPSHOT, new Response(content, { headers: { ...headers, [MADE_BY]: maker() } }));
    return cache !== null;
  } catch {
    return true;
  }
}
