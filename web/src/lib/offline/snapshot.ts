// The snapshot of the interpreter's memory, beside its files in the service worker's cache.

import { SNAPSHOT } from '../../serviceWorker/messages';

/** How often, and after what time each, the cache is searched for the files, which may still be arriving. */
const TRIES = 20;
const PAUSE_MS = 3000;
/** Other versions of this program or of the browser may lay out the memory otherwise. */
const MADE_BY = 'X-Made-By';

const maker = () => `${import.meta.url} ${navigator.userAgent}`;
const addressOf = (folder: string) => `${folder}${SNAPSHOT}`;

/** Return the cache in which the service worker keeps the interpreter's files; nothing if it has none of this folder. */
async function cacheOf(folder: string): Promise<Cache | null> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    if (await cache.match(`${folder}pyodide.asm.mjs`)) return cache;
  }
  return null;
}

/** Return the snapshot that fits to this program; nothing if there is none, or if the browser stores nothing. */
export async function findSnapshot(folder: string): Promise<Response | null> {
  try {
    const found = await (await cacheOf(folder))?.match(addressOf(folder));
    return found?.headers.get(MADE_BY) === maker() ? found : null;
  } catch {
    return null;
  }
}

/** Store a snapshot as soon as the files of the interpreter are kept; if they are not, nothing is stored. */
export async function keepSnapshot(folder: string, content: Uint8Array): Promise<void> {
  try {
    let cache = await cacheOf(folder);
    for (let tries = 0; !cache && tries < TRIES; tries += 1) {
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      cache = await cacheOf(folder);
    }
    await cache?.put(
      addressOf(folder),
      new Response(content as Uint8Array<ArrayBuffer>, { headers: { [MADE_BY]: maker() } }),
    );
  } catch {
    // Without a snapshot, each start is from the beginning.
  }
}

export async function forgetSnapshot(folder: string): Promise<void> {
  await (await cacheOf(folder))?.delete(addressOf(folder));
}
