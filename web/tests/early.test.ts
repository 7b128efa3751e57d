import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let sent: string[];
let sockets: string[];

beforeEach(() => {
  [sent, sockets] = [[], []];
  localStorage.clear();
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    sent.push(`${method} ${path}`);
    return Promise.resolve(new Response(path, { status: path.includes('/review') ? 404 : 200 }));
  });
  vi.stubGlobal(
    'WebSocket',
    class {
      static readonly OPEN = 1;
      readonly readyState = 1;
      constructor(address: URL) {
        sockets.push(address.pathname);
      }
      close(): void {
        sockets.pop();
      }
    },
  );
});

afterEach(() => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Open the page at an address, in a browser that has been here before or not. */
async function open(address: string, isNew = false) {
  history.replaceState(null, '', address);
  if (!isNew) localStorage.setItem('knobel.games', '[]');
  const early = await import('../src/lib/connection/early');
  early.askEarly();
  return early;
}

const FIRST = ['POST /api/session', 'GET /api/games'];

test('newcomers need a session before anything else', async () => {
  await open('/t/ABCDEF', true);
  expect([sent, sockets]).toEqual([FIRST, []]);
});

test('a page in a frame has no session', async () => {
  await open('/embed/t/ABCDEF');
  expect([sent, sockets]).toEqual([[], []]);
});

test('what the page at the address asks for is sent', async () => {
  await open('/t/abcdef-key');
  expect([sent, sockets]).toEqual([FIRST, ['/api/tables/ABCDEF-key/live']]);
});

test('a table of this device needs nothing of the server', async () => {
  await open('/t/0ABCDE');
  expect([sent, sockets]).toEqual([FIRST, []]);
});

test('an answer is taken once, and one that failed is not', async () => {
  const { takeAnswer } = await open('/t/ABCDEF/replay/1?lesson');
  const [replay, review] = ['replay', 'review'].map((what) => `/api/tables/ABCDEF/games/1/${what}`);
  expect(sent).toEqual([...FIRST, `GET ${replay}`, `GET ${review}`]);
  expect(await (await takeAnswer('GET', replay!))?.text()).toBe(replay);
  expect(await takeAnswer('GET', replay!)).toBeNull();
  expect(await takeAnswer('GET', review!)).toBeNull();
  expect(await takeAnswer('GET', '/api/session')).toBeNull();
});

test('a socket is taken once, and closed if another one is needed', async () => {
  const { takeSocket } = await open('/t/ABCDEF');
  expect(takeSocket('/api/tables/ABCDEF/live')).not.toBeNull();
  expect(takeSocket('/api/tables/ABCDEF/live')).toBeNull();
  vi.resetModules();
  const other = await open('/t/ABCDEF');
  expect(other.takeSocket('/api/tables/GHIJKL/live')).toBeNull();
  expect(sockets).toHaveLength(1);
});
