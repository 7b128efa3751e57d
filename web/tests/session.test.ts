import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '../src/wire';
import { gameInfo } from './made';

type SessionModule = typeof import('../src/lib/session.svelte');

const me = { id: 'p1', name: 'Ann', table: null, links: 'http://192.168.0.7:8000', blocked: [] as Person[] };
let server: 'up' | 'down';
let received: number;
let session: SessionModule;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  session = await import('../src/lib/session.svelte');
  [server, received, me.blocked] = ['up', 0, []];
  vi.stubGlobal('fetch', (path: string) => {
    if (server === 'down') return Promise.reject(new TypeError('refused'));
    if (path === '/api/session') received++;
    const answer = path === '/api/games' ? [gameInfo('knister', { titles: { en: 'Knister!' } })] : me;
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
});

afterEach(() => vi.useRealTimers());

test('one is received, and learns which games there are', async () => {
  await session.begin();
  expect(session.session.me).toEqual(me);
  expect(session.title('knister')).toBe('Knister!');
  expect(session.title('unheard_of')).toBe('unheard_of');
});

test('a server that does not answer is asked again', async () => {
  server = 'down';
  const beginning = session.begin();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.session.failure).toBe('offline');
  expect(session.session.me).toBeNull();
  server = 'up';
  await vi.advanceTimersByTimeAsync(2_000);
  await beginning;
  expect(session.session.failure).toBeNull();
  expect(session.session.me).toEqual(me);
  expect(received).toBe(1);
});

test('who asks several times at once is received once', async () => {
  await Promise.all([session.begin(), session.begin(), session.begin()]);
  expect(received).toBe(1);
});

test('a server that forgets one at once is asked less and less often', async () => {
  await session.begin();
  const asked: number[] = [];
  for (let again = 0; again < 4; again++) {
    const start = Date.now();
    const beginning = session.begin();
    expect(session.session.failure).toBe('no_session');
    await vi.advanceTimersToNextTimerAsync();
    await beginning;
    asked.push(Date.now() - start);
  }
  expect(asked).toEqual([2_000, 4_000, 8_000, 16_000]);
  await vi.advanceTimersByTimeAsync(10_000);
  const start = Date.now();
  await session.begin();
  expect(Date.now() - start).toBe(0);
});

test('who logs out is somebody new at once', async () => {
  await session.begin();
  const asked: string[] = [];
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return method === 'DELETE' ? Promise.resolve(new Response(null, { status: 204 })) : answer(path);
  });
  await session.logOut();
  expect(asked).toEqual(['DELETE /api/session', 'POST /api/session', 'GET /api/games']);
  expect(session.session.me).toEqual(me);
});

test('who is blocked is not heard', async () => {
  await session.begin();
  expect(session.isHeard('p2')).toBe(true);
  me.blocked.push({ id: 'p2', name: 'Ben', table: null });
  await session.hear('p2', false);
  expect(session.isHeard('p2')).toBe(false);
});

test('a link to give away names an address that others can reach', async () => {
  await session.begin();
  vi.stubGlobal('location', new URL('http://localhost:8000/t/ABCDEF'));
  expect(session.linkTo('/t/ABCDEF')).toBe('http://192.168.0.7:8000/t/ABCDEF');
  vi.stubGlobal('location', new URL('https://knobel.example/t/ABCDEF'));
  expect(session.linkTo('/t/ABCDEF')).toBe('https://knobel.example/t/ABCDEF');
});
