// Notices by Web Push on this device: the browser's permission and subscription, and the server's settings for it.

import type { BrowserSubscription, NoticeSettings, NoticeState } from '../../wire';
import { locale } from '../../i18n/locale.svelte';
import { fetchNotices, receiveNotices, stopNotices } from '../connection/api';
import { loadItem, saveItem } from '../preferences/storage';

const OFFERED = 'notices-offered';

/** False without HTTPS, and on iPhones and iPads until the page is installed. */
export const hasPush = () =>
  isSecureContext && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const isBlocked = () => Notification.permission === 'denied';

/** What a device is told that the person has not asked yet. */
export const proposedSettings = (): NoticeSettings => ({
  kinds: ['turn', 'over'],
  quiet: { start: 22 * 60, end: 8 * 60 },
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  language: locale(),
  while_open: false,
});

/** The browser does not give the permission. */
export class NotPermitted extends Error {}

async function subscribe(key: string): Promise<BrowserSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotPermitted();
  const manager = (await navigator.serviceWorker.ready).pushManager;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  let subscription: PushSubscription;
  try {
    subscription = await manager.subscribe(options);
  } catch {
    // It has a subscription with the key of another server, or of this one before it lost its database.
    await (await manager.getSubscription())?.unsubscribe();
    subscription = await manager.subscribe(options);
  }
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Let this device receive notices. @throws NotPermitted */
export async function turnOn(state: NoticeState, settings: NoticeSettings): Promise<NoticeState> {
  declineOffer();
  return receiveNotices({ subscription: await subscribe(state.key), settings });
}

export async function turnOff(): Promise<NoticeState> {
  const state = await stopNotices();
  await (await (await navigator.serviceWorker.ready).pushManager.getSubscription())?.unsubscribe();
  return state;
}

/** Remember that the person was asked on this device. */
export const declineOffer = () => saveItem(OFFERED, 'yes');

/** The state of the device if the person may be asked: never before, and the server sends notices. */
export async function stateForOffer(): Promise<NoticeState | null> {
  if (!hasPush() || isBlocked() || loadItem(OFFERED)) return null;
  const state = await fetchNotices();
  return state.key !== '' && state.settings === null ? state : null;
}
