// Notices by Web Push on this device: the browser's permission and subscription, and the server's settings for it. Each can
// change without the other, so they are compared whenever the page is opened.

import type { NoticeSettings, NoticeState } from '../../wire';
import { locale } from '../../i18n/locale.svelte';
import { exclusively, subscribe, unsubscribe } from '../../serviceWorker/subscription';
import { ROOT } from '../connection/addresses';
import { ask } from '../connection/client';
import { ownZone } from '../format/dates.svelte';
import { loadData, loadItem, saveData, saveItem } from '../preferences/storage';

const OFFERED = 'notices-offered';
const WANTED = 'notices';
/** How long a page that was hidden may be uncompared. */
const COMPARE_INTERVAL_MS = 600_000;

/** False without HTTPS, and on iPhones and iPads until the page is installed. */
export const hasPush = () =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const isBlocked = () => Notification.permission === 'denied';

/** What this browser says of itself. */
const ofBrowser = () => ({
  zone: ownZone(),
  language: locale(),
});

/** What a device is told that the person has not asked yet. */
export const proposedSettings = (): NoticeSettings => ({
  kinds: ['turn', 'over'],
  quiet: { start: 22 * 60, end: 8 * 60 },
  while_open: false,
  ...ofBrowser(),
});

/** The browser does not give the permission. */
export class NotPermitted extends Error {}

/** What a person wants on this device. The server forgets it with a subscription that has ended. */
interface Wanted {
  person: string;
  settings: NoticeSettings;
}

function wantedBy(person: string): NoticeSettings | null {
  const wanted = loadData<Wanted | null>(WANTED, null);
  return wanted?.person === person ? wanted.settings : null;
}

const pushManager = async () => (await navigator.serviceWorker.ready).pushManager;

async function receive(manager: PushManager, state: NoticeState, settings: NoticeSettings): Promise<NoticeState> {
  const subscription = await subscribe(manager, state.key);
  const received = await ask('PUT /api/notices', { body: { subscription, settings: { ...settings, ...ofBrowser() } } });
  saveData(WANTED, { person: received.person, settings } satisfies Wanted);
  return received;
}

/** Let this device receive notices. @throws NotPermitted */
export async function turnOn(state: NoticeState, settings: NoticeSettings): Promise<NoticeState> {
  declineOffer();
  if ((await Notification.requestPermission()) !== 'granted') throw new NotPermitted();
  return exclusively(ROOT, async () => receive(await pushManager(), state, settings));
}

export const turnOff = () =>
  exclusively(ROOT, async () => {
    saveItem(WANTED, '');
    const state = await ask('DELETE /api/notices');
    await unsubscribe(await pushManager());
    return state;
  });

/**
 * Compare the server's state of this device with the browser's, and return it after what differs was mended: a permission
 * that was taken back, a subscription that the browser has replaced or the push service has ended, another time zone.
 */
export async function compareNotices(): Promise<NoticeState> {
  // Without a service worker, as at a first visit, the browser has nothing to compare.
  if (!hasPush() || !(await navigator.serviceWorker.getRegistration())?.active) return ask('GET /api/notices');
  return exclusively(ROOT, async () => {
    const state = await ask('GET /api/notices');
    if (state.key === '') return state;
    const manager = await pushManager();
    const settings = state.settings ?? wantedBy(state.person);
    if (settings === null || Notification.permission !== 'granted') {
      saveItem(WANTED, '');
      await unsubscribe(manager);
      return state.settings === null ? state : ask('DELETE /api/notices');
    }
    // What the server has forgotten, the push service has ended, of which the browser may know nothing.
    if (state.settings === null) await unsubscribe(manager);
    const current = await manager.getSubscription();
    const isSame = current !== null && current.endpoint === state.endpoint;
    const { zone, language } = ofBrowser();
    return isSame && settings.zone === zone && settings.language === language
      ? state
      : receive(manager, state, settings);
  });
}

/** Compare the notices now, and when the page is looked at again after a time. */
export function compareAtVisits(): void {
  let comparedAt = -Infinity;
  const compare = () => {
    if (document.hidden || performance.now() - comparedAt < COMPARE_INTERVAL_MS) return;
    if (!hasPush() || !(loadItem(WANTED) || Notification.permission === 'granted')) return;
    comparedAt = performance.now();
    // A failure shows on the page with the settings.
    compareNotices().catch(() => undefined);
  };
  document.addEventListener('visibilitychange', compare);
  compare();
}

/** Call a function when the person gives the permission or takes it back. The returned function ends that. */
export function watchPermission(onchange: () => void): () => void {
  let permission: PermissionStatus | undefined;
  // Some browsers do not tell of this permission.
  navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => (permission = Object.assign(found, { onchange })),
    () => undefined,
  );
  return () => {
    if (permission) permission.onchange = null;
  };
}

/** Remember that the person was asked on this device. */
export const declineOffer = () => saveItem(OFFERED, 'yes');

/** The state of the device if the person may be asked: never before, and the server sends notices. */
export async function stateForOffer(): Promise<NoticeState | null> {
  if (!hasPush() || isBlocked() || loadItem(OFFERED)) return null;
  const state = await ask('GET /api/notices');
  return state.key !== '' && state.settings === null ? state : null;
}
