// Notices on this device: what the server, the browser and the person's wish say is compared and made the same.
import { beforeEach, expect, test, vi } from 'vitest';
import { compareNotices, proposedSettings, turnOff, turnOn } from '../src/lib/app/notices';
import type { NewNotices, NoticeState } from '../src/wire';

/** What the server answers, and the browser's permission and subscription. */
let server: NoticeState;
let permission: NotificationPermission;
let endpoint: string | null;
let made = 0;
const asked: string[] = [];

const subscription = () => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  unsubscribe: () => {
    endpoint = null;
    return Promise.resolve(true);
  },
});
const manager = {
  getSubscription: () => Promise.resolve(endpoint === null ? null : subscription()),
  subscribe: () => {
    endpoint ??= `https://push.example/${++made}`;
    return Promise.resolve(subscription());
  },
};

function answer(method: string, body: unknown): NoticeState {
  asked.push(method);
  if (method === 'DELETE') server = { ...server, settings: null, endpoint: null, zone: null };
  if (method === 'PUT') {
    const { subscription, settings } = JSON.parse(String(body)) as NewNotices;
    server = { ...server, settings, endpoint: subscription.endpoint, zone: settings.zone };
  }
  return server;
}

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  server = { person: 'ann', key: 'key', settings: null, endpoint: null, zone: null, kinds: ['turn', 'over'] };
  permission = 'granted';
  endpoint = null;
  const registration = { active: {}, pushManager: manager };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: () => Promise.resolve(permission),
  });
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit) =>
    Promise.resolve(new Response(JSON.stringify(answer(method ?? 'GET', body)))),
  );
  vi.stubGlobal('navigator', {
    ...navigator,
    language: 'en',
    languages: ['en'],
    locks: { request: (_: string, action: () => unknown) => action() },
    serviceWorker: { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) },
  });
});

const on = () => turnOn(server, { ...proposedSettings(), kinds: ['day'] });

test('what is the same stays', async () => {
  await on();
  asked.length = 0;
  expect((await compareNotices()).endpoint).toBe(endpoint);
  expect(asked).toEqual(['GET']);
});

test('a subscription that the browser has replaced or lost is given to the server', async () => {
  await on();
  endpoint = 'https://push.example/replaced';
  expect((await compareNotices()).endpoint).toBe('https://push.example/replaced');
  endpoint = null;
  const renewed = await compareNotices();
  expect(renewed.endpoint).toBe(endpoint);
  expect(renewed.settings?.kinds).toEqual(['day']);
});

test('a subscription that the push service has ended is made again', async () => {
  await on();
  const ended = endpoint;
  server = { ...server, settings: null, endpoint: null, zone: null };
  const renewed = await compareNotices();
  expect(renewed.settings?.kinds).toEqual(['day']);
  expect(renewed.endpoint).toBe(endpoint);
  expect(endpoint).not.toBe(ended);
});

test.each(['denied', 'default'] as const)('a permission that was taken back turns notices off: %s', async (now) => {
  await on();
  [permission, endpoint] = [now, null];
  expect((await compareNotices()).settings).toBeNull();
  expect(server.settings).toBeNull();
  // Nothing is turned on without a question when it is given again.
  permission = 'granted';
  expect((await compareNotices()).settings).toBeNull();
});

test('what was turned off stays off', async () => {
  await on();
  await turnOff();
  expect(endpoint).toBeNull();
  expect((await compareNotices()).settings).toBeNull();
});

test('another person at this browser receives nothing that they have not asked for', async () => {
  await on();
  server = { person: 'ben', key: 'key', settings: null, endpoint: null, zone: null, kinds: ['turn', 'over'] };
  expect((await compareNotices()).settings).toBeNull();
  expect(endpoint).toBeNull();
});

test('another time zone is told, and one that the browser does not name', async () => {
  const zone = (timeZone: string | undefined) =>
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      timeZone,
    } as Intl.ResolvedDateTimeFormatOptions);
  zone('Asia/Calcutta');
  await on();
  expect(server.settings?.zone).toBe('Asia/Calcutta');
  zone(undefined);
  expect((await compareNotices()).settings?.zone).toBe('');
  vi.restoreAllMocks();
});
