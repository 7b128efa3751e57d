// What the service worker does when a person chooses a notice, and when the browser replaces the subscription.
import { beforeEach, expect, test, vi } from 'vitest';
import type { NoticeState } from '../src/wire';

// An import would check its types as those of a page.
const [load] = Object.values(import.meta.glob('../src/serviceWorker/notices.ts'));
const SCOPE = 'https://knobel.example/games/';
const done: string[] = [];
let windows: unknown[] = [];
let failing = '';
let state: Partial<NoticeState>;

function step(name: string): Promise<unknown> {
  done.push(name);
  return name.split(' ')[0] === failing ? Promise.reject(new TypeError(name)) : Promise.resolve(open);
}
const open = {
  url: SCOPE,
  visibilityState: 'visible',
  focus: () => step('focus'),
  navigate: (address: string) => step(`navigate ${address}`),
};

async function dispatch(type: string, fields: object): Promise<void> {
  const event = new Event(type);
  let work: Promise<unknown> = Promise.resolve();
  Object.assign(event, fields, { waitUntil: (promise: Promise<unknown>) => (work = promise) });
  self.dispatchEvent(event);
  await work.catch(() => undefined);
}
const choose = (url: string) =>
  dispatch('notificationclick', { notification: { close: () => undefined, data: { url } } });

beforeEach(async () => {
  done.length = 0;
  failing = '';
  windows = [open];
  vi.stubGlobal('clients', {
    matchAll: () => Promise.resolve(windows),
    openWindow: (address: string) => step(`openWindow ${address}`),
  });
  const pushManager = {
    subscribe: () => Promise.resolve({ toJSON: () => ({ endpoint: 'new', keys: { p256dh: 'p', auth: 'a' } }) }),
  };
  vi.stubGlobal('registration', { scope: SCOPE, pushManager });
  vi.stubGlobal('navigator', { locks: { request: (_: string, action: () => unknown) => action() } });
  vi.stubGlobal('fetch', (address: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}) => {
    done.push(`${method} ${address} ${body}`.trim());
    return Promise.resolve(new Response(JSON.stringify(state)));
  });
  await load?.();
});

test('an open window gets the focus before it goes elsewhere', async () => {
  await choose('t/ABCDEF');
  expect(done).toEqual(['focus', `navigate ${SCOPE}t/ABCDEF`]);
});

test.each(['focus', 'navigate'])('a window that fails is replaced by a new one: %s', async (what) => {
  failing = what;
  await choose('t/ABCDEF');
  expect(done.at(-1)).toBe(`openWindow ${SCOPE}t/ABCDEF`);
});

test('without a window one is opened', async () => {
  windows = [];
  await choose('');
  expect(done).toEqual([`openWindow ${SCOPE}`]);
});

test('a replaced subscription is given to the server with the same settings', async () => {
  state = { key: 'key', settings: { kinds: ['turn'], quiet: null, zone: '', language: 'de', while_open: false } };
  await dispatch('pushsubscriptionchange', {});
  expect(done[0]).toBe(`GET ${SCOPE}api/notices`);
  const [, , body = ''] = done[1]?.split(' ') ?? [];
  expect(done[1]).toContain(`PUT ${SCOPE}api/notices`);
  expect(JSON.parse(body)).toEqual({
    subscription: { endpoint: 'new', p256dh: 'p', auth: 'a' },
    settings: state.settings,
  });
});

test('without notices a replaced subscription is left alone', async () => {
  state = { key: 'key', settings: null };
  await dispatch('pushsubscriptionchange', {});
  expect(done).toHaveLength(1);
});
