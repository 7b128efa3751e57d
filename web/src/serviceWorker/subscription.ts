// The browser's subscription for push messages, as the page and the service worker make it.

import type { BrowserSubscription } from '../wire';

/** Do one thing at a time with the subscription, in all windows and the service worker below a path. */
export const exclusively = <T>(root: string, action: () => Promise<T>): Promise<T> =>
  navigator.locks.request(`knobel notices ${root}`, action) as Promise<T>;

/** Return the subscription for a server's key, which is made if there is none. The permission must be given. */
export async function subscribe(manager: PushManager, key: string): Promise<BrowserSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  let subscription: PushSubscription;
  try {
    subscription = await manager.subscribe(options);
  } catch {
    // It has a subscription with the key of another server, or of this one before it lost its database.
    await unsubscribe(manager);
    subscription = await manager.subscribe(options);
  }
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** End the subscription, if there is one. */
export async function unsubscribe(manager: PushManager): Promise<void> {
  await (await manager.getSubscription())?.unsubscribe();
}
