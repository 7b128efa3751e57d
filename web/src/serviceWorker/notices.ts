// Notices from the server: shown when a push message arrives, and opened when the person chooses one.

import type { NoticeState } from '../wire';
import type { PushMessage } from './messages';
import { exclusively, subscribe } from './subscription';

declare const self: ServiceWorkerGlobalScope;

/** Keeps the number of the latest message of each kind, so that one that arrives twice alerts once. */
const CACHE = 'knobel-notices';

const lastKey = (tag: string) => `${self.registration.scope}notices/${tag}`;

/** True if a message with this number, or a later one, has been shown before. Remembers it. */
async function isRepeated({ tag, id }: PushMessage): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const last = await cache.match(lastKey(tag));
  if (last && Number(await last.text()) >= id) return true;
  await cache.put(lastKey(tag), new Response(String(id)));
  return false;
}

async function close(tag: string): Promise<void> {
  for (const notice of await self.registration.getNotifications({ tag })) notice.close();
}

async function show(message: PushMessage): Promise<void> {
  const { tag, id, title, body, url } = message;
  const isShown = (await self.registration.getNotifications({ tag })).length > 0;
  const again = title === undefined || (await isRepeated(message));
  if (again && isShown && title !== undefined) return;
  const scope = self.registration.scope;
  // Browsers demand that each message shows something. One that only removes a notice shows it for a moment, silently.
  await self.registration.showNotification(title ?? 'Knobel', {
    tag,
    body: body ?? '',
    data: { id, url: url ?? '' },
    icon: `${scope}icon.svg`,
    badge: `${scope}icon.svg`,
    silent: again,
    ...(again ? {} : { renotify: true }),
  } as NotificationOptions);
  if (again) await close(tag);
}

/** Open a path of the page: in an open window that this worker serves, otherwise in a new one. */
async function open(path: string): Promise<void> {
  const address = self.registration.scope + path;
  const windows = await self.clients.matchAll({ type: 'window' });
  const window =
    windows.find(({ url }) => url.startsWith(address) && path !== '') ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0];
  if (!window) {
    await self.clients.openWindow(address);
    return;
  }
  try {
    // A browser permits the focus only shortly after the choice, for which a slow navigation may take too long.
    const focused = await window.focus();
    if (path !== '' && !window.url.startsWith(address)) await focused.navigate(address);
  } catch {
    // The window was closed meanwhile, or the system has put it to sleep.
    await self.clients.openWindow(address);
  }
}

/** Give the server the subscription that the browser has made in place of another one. */
async function renew(): Promise<void> {
  const address = `${self.registration.scope}api/notices`;
  const answer = await fetch(address);
  const { key, settings } = (await answer.json()) as NoticeState;
  if (!answer.ok || settings === null) return;
  const subscription = await subscribe(self.registration.pushManager, key);
  const headers = { 'Content-Type': 'application/json' };
  await fetch(address, { method: 'PUT', headers, body: JSON.stringify({ subscription, settings }) });
}

self.addEventListener('push', (event) => {
  const message = event.data?.json() as PushMessage | undefined;
  if (message) event.waitUntil(show(message));
});

// Where a browser does not tell of it, or without a network, the page finds the difference when it is opened.
self.addEventListener('pushsubscriptionchange', (event) => {
  (event as ExtendableEvent).waitUntil(exclusively(new URL(self.registration.scope).pathname, renew));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { url: string }).url));
});
