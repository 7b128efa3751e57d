// Newer versions of the page: recognised, offered, and loaded when the person wishes.

import { fileUrl, isSite, ROOT } from '../connection/addresses';
import { loadPackWhenIdle } from './packLoading';
import { hasServiceWorkers, keepPack, keepPage } from './serviceWorker';
import type { WorkerMessage } from '../../serviceWorker/messages';
import { isGameInProgress } from './gameInProgress.svelte';

/** How long a page that was hidden may be unchecked. */
const CHECK_INTERVAL_MS = 600_000;

let registration: ServiceWorkerRegistration | undefined;
let isAvailable = $state(false);
let isPostponed = $state(false);
let checkedAt = performance.now();

/** True if a newer version can be loaded and no game is in progress. */
export const isUpdateOffered = () => isAvailable && !isPostponed && !isGameInProgress();

/** Do not offer the version again before the next start of the page. */
export function postponeUpdate(): void {
  isPostponed = true;
}

/** Load the newer version. */
export function loadUpdate(): void {
  const worker = registration?.waiting;
  if (!worker) {
    location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload());
  worker.postMessage({ type: 'activate' } satisfies WorkerMessage);
}

/** Check whether the server has a newer version, which is then offered. */
export async function checkForUpdate(): Promise<void> {
  if (import.meta.env.DEV) return;
  checkedAt = performance.now();
  try {
    // A service worker fetches the newer version before it is offered.
    if (registration) await registration.update();
    else if (await hasOtherDocument()) isAvailable = true;
  } catch {
    return;
  }
}

/** True if the server's document has another script than this page. */
async function hasOtherDocument(): Promise<boolean> {
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  const response = await fetch(ROOT, { cache: 'no-cache' });
  const text = await response.text();
  // Public networks answer with documents of their own.
  return Boolean(script) && response.ok && text.includes('<div id="app">') && !text.includes(script!);
}

function offerWhenInstalled(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    if (worker.state === 'installed' && registration?.active) isAvailable = true;
  });
}

/** Register the service worker and look for newer versions, after the page has loaded. */
export async function startUpdates(): Promise<void> {
  addEventListener('vite:preloadError', () => void checkForUpdate());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && performance.now() - checkedAt > CHECK_INTERVAL_MS) void checkForUpdate();
  });
  if (!hasServiceWorkers || import.meta.env.DEV) return;
  let isControlled = Boolean(navigator.serviceWorker.controller);
  // Another window has loaded the newer version.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    isAvailable = isControlled;
    isControlled = true;
  });
  try {
    registration = await navigator.serviceWorker.register(fileUrl(isSite ? 'sw.js?site' : 'sw.js'));
  } catch {
    return;
  }
  isAvailable ||= Boolean(registration.waiting && registration.active);
  offerWhenInstalled(registration.installing);
  registration.addEventListener('updatefound', () => offerWhenInstalled(registration?.installing ?? null));
  if (isSite) {
    // The page has loaded the interpreter anyway.
    await navigator.serviceWorker.ready;
    await keepPack();
  } else if (isControlled) {
    // From the second start on, all pages shall open without a network.
    await keepPage();
    await loadPackWhenIdle();
  }
}
