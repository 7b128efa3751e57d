// The service worker, built on Workbox: it answers for the page's own files, so that the page starts without a network.
// Everything else (the API, sockets, the documentation) goes to the network as if there were no service worker.
//
// Files in `assets/` have a digest in their names and never change. The first worker keeps only those that the page has
// loaded anyway, so that a first game costs hardly more traffic; the page asks for the others with a `keep` message.

import { PrecacheController, PrecacheRoute, type PrecacheEntry } from 'workbox-precaching';
import type { RouteMatchCallbackOptions } from 'workbox-core';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import './notices';
import { PACK_FOLDER, PACK_LIST, packListFor, type PackList, type WorkerAnswer, type WorkerMessage } from './messages';
import { browserLocale } from '../i18n/browserLocale';
import { pagePattern } from '../routes';

declare const self: ServiceWorkerGlobalScope;

const ASSETS = 'assets/';
const DOCUMENT = 'index.html';
/** The path of the page, which ends in a slash. */
const base = new URL(self.registration.scope).pathname;
/** True if the page is a folder of static files, which has only one path. */
const isSite = new URL(self.location.href).search === '?site';

const manifest = self.__WB_MANIFEST as PrecacheEntry[];
const assetFiles = manifest.map(({ url }) => url).filter((url) => url.startsWith(ASSETS));
/** The files of the readers of dice and paper, which are kept from the first use of one of them on. */
const READER = /[.](npz|wasm)$/;
/** All fonts but the letters of the handwriting, which the home page does not show. */
const FIRST_FONTS = /^assets\/(?!hand-).*[.]woff2$/;
const usualFiles = assetFiles.filter((url) => !READER.test(url));
const page = new PrecacheController({ cacheName: `knobel-page ${base}` });
page.addToCacheList(manifest.filter(({ url }) => !url.startsWith(ASSETS)));
const assets = new CacheFirst({ cacheName: `knobel-assets ${base}` });
const pack = new CacheFirst({ cacheName: `knobel-offline ${base}` });

const isPagePath = new RegExp(`^${base.slice(0, -1)}(?:${isSite ? '/' : pagePattern()})(?:\\?|$)`);
registerRoute(new NavigationRoute(page.createHandlerBoundToURL(DOCUMENT), { allowlist: [isPagePath] }));
registerRoute(new PrecacheRoute(page, { directoryIndex: '', cleanURLs: false }));
const inFolder = (folder: string) => (options: RouteMatchCallbackOptions) =>
  options.sameOrigin && options.url.pathname.startsWith(base + folder);
registerRoute(inFolder(PACK_FOLDER), pack);
registerRoute(inFolder(ASSETS), assets);
registerRoute(
  inFolder(PACK_LIST),
  // Without a network there is no list, which is no error.
  async ({ request }) =>
    (await (await caches.open(pack.cacheName)).match(request)) ??
    (await keptPackList()) ??
    fetch(request).catch(() => new Response(null, { status: 204 })),
);

type Progress = (done: number, total: number) => void;

/** Fetch files, unless they are kept already. @throws Error if one cannot be fetched or stored. */
async function keep(strategy: CacheFirst, files: string[], event: ExtendableEvent, progress?: Progress): Promise<void> {
  for (const [index, file] of files.entries()) {
    const [response, stored] = strategy.handleAll({ event, request: new Request(base + file) });
    if (!(await response).ok) throw new Error(`${file} cannot be fetched`);
    await stored;
    progress?.(index + 1, files.length);
  }
}

const scriptOf = (document = '') => /<script type="module"[^>]*? src="([^"]*)"/.exec(document)?.[1] ?? '';

const keptDocument = async () => (await page.matchPrecache(DOCUMENT))?.text();

/** The address of the interpreter's list for the version of this worker. */
const ownPackList = async () => base + packListFor(scriptOf(await keptDocument()));

const keptPackList = async () => (await caches.open(pack.cacheName)).match(await ownPackList());

/** True if the interpreter is kept, of this version or an earlier one. */
async function isPackKept(): Promise<boolean> {
  const kept = await (await caches.open(pack.cacheName)).keys();
  return kept.some(({ url }) => new URL(url).pathname === base + PACK_LIST);
}

/** Fetch the interpreter and the page's files. Its list is stored last, as the mark of a complete pack. */
async function keepPack(event: ExtendableEvent, progress?: Progress): Promise<void> {
  const [document, list] = await Promise.all([base, base + PACK_LIST].map((url) => fetch(url, { cache: 'no-cache' })));
  if (!list?.ok) throw new Error('there is no interpreter');
  // Of a newer page it may not fit this one: its own worker keeps it.
  if (scriptOf(await document?.text()) !== scriptOf(await keptDocument()))
    throw new Error('the server has another page');
  const { files } = (await list.clone().json()) as PackList;
  await keep(assets, usualFiles, event);
  await keep(pack, files, event, progress);
  await (await caches.open(pack.cacheName)).put(await ownPackList(), list);
}

async function install(event: ExtendableEvent): Promise<void> {
  await page.install(event);
  const document = (await keptDocument()) ?? '';
  const texts = new RegExp(`^${ASSETS}${browserLocale()}-[^/]*[.]js$`);
  const first = usualFiles.filter((file) => document.includes(file) || FIRST_FONTS.test(file) || texts.test(file));
  // A later worker replaces a complete page by a complete page. Until it is active, windows use the files of before.
  if (self.registration.active) await keepPage(event);
  else await keep(assets, first, event);
}

async function keepPage(event: ExtendableEvent): Promise<void> {
  const kept = await (await caches.open(assets.cacheName)).keys();
  await keep(assets, kept.some(({ url }) => READER.test(url)) ? assetFiles : usualFiles, event);
  if (await isPackKept()) await keepPack(event);
}

async function activate(event: ExtendableEvent): Promise<void> {
  await deleteOldFiles(event);
  await self.clients.claim();
}

/** Delete the files of other versions, unless another window may still need them; then they stay until the next time. */
async function deleteOldFiles(event: ExtendableEvent): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 1) return;
  await page.activate(event);
  await deleteOthers(assets.cacheName, assetFiles);
  const list = (await (await keptPackList())?.json()) as PackList | undefined;
  if (!list) return;
  const loaded = Object.values(list.engines ?? {}).flatMap((parts) => Object.values(parts));
  const own = (await ownPackList()).slice(base.length);
  // The folder of the interpreter also has what the device has made of its files.
  const folders = list.files.map((file) => file.slice(0, file.lastIndexOf('/') + 1));
  await deleteOthers(pack.cacheName, [...list.files, ...loaded, own], folders);
}

async function deleteOthers(cacheName: string, files: string[], folders: string[] = []): Promise<void> {
  const cache = await caches.open(cacheName);
  const [wanted, whole] = [files, folders].map((paths) => paths.map((path) => new URL(base + path, self.origin).href));
  for (const request of await cache.keys()) {
    const { url } = request;
    if (!wanted!.includes(url) && !whole!.some((folder) => url.startsWith(folder))) await cache.delete(request);
  }
}

async function answer(message: WorkerMessage, event: ExtendableMessageEvent): Promise<void> {
  const report = (value: WorkerAnswer) => event.ports[0]?.postMessage(value);
  const progress: Progress = (done, total) => report({ done, total });
  try {
    if (message.type === 'activate') await self.skipWaiting();
    else if (message.type === 'drop') await caches.delete(pack.cacheName);
    else {
      await (message.what === 'pack' ? keepPack(event, progress) : keepPage(event));
      await deleteOldFiles(event);
    }
    report('finished');
  } catch {
    report('failed');
  }
}

self.addEventListener('install', (event) => event.waitUntil(install(event)));
self.addEventListener('activate', (event) => event.waitUntil(activate(event)));
self.addEventListener('message', (event) => event.waitUntil(answer(event.data as WorkerMessage, event)));
