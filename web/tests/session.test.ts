import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Person } from '../src/wire';
import { gameInfo } from './fixtures';

type SessionModule = typeof import('../src/lib/connection/session.svelte');

const person = { id: 'p1', name: 'Ann', table: null, links: 'http://192.168.0.7:8000', blocked: [] as Person[] };
let server: 'up' | 'down';
let sessions: number;
let session: SessionModule;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  session = await import('../src/lib/connection/session.svelte');
  [server, sessions, person.blocked] = ['up', 0, []];
  vi.stubGlobal('fetch', (path: string) => {
    if (server === 'down') return Promise.reject(new TypeError('refused'));
    if (path === '/api/session') sessions++;
    const answer = path === '/api/games' ? [gameInfo('knister', { titles: { en: 'Knister!' } })] : person;
    return Promise.resolve(new Response(JSON.stringify(answer)));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Other tests share the modules.
  vi.resetModules();
});

test('a session is opened, and the games are loaded', async () => {
  await session.startSession();
  expect(session.session.person).toEqual(person);
  expect(session.gameTitle('knister')).toBe('Knister!');
  expect(session.gameTitle('unheard_of')).toBe('unheard_of');
});

test('requests are repeated until the server answers', async () => {
  server = 'down';
  const starting = session.startSession();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(session.session.failure).toBe('offline');
  expect(session.session.person).toBeNull();
  server = 'up';
  await vi.advanceTimersByTimeAsync(2_000);
  await starting;
  expect(session.session.failure).toBeNull();
  expect(session.session.person).toEqual(person);
  expect(sessions).toBe(1);
});

test('simultaneous starts open one session', async () => {
  await Promise.all([session.startSession(), session.startSession(), session.startSession()]);
  expect(sessions).toBe(1);
});

test('if the server loses new sessions, the retry delay grows', async () => {
  await session.startSession();
  const delays: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    const start = Date.now();
    const starting = session.startSession();
    expect(session.session.failure).toBe('no_session');
    await vi.advanceTimersToNextTimerAsync();
    await starting;
    delays.push(Date.now() - start);
  }
  expect(delays).toEqual([2_000, 4_000, 8_000, 16_000]);
  await vi.advanceTimersByTimeAsync(10_000);
  const start = Date.now();
  await session.startSession();
  expect(Date.now() - start).toBe(0);
});

test('logging out starts a new session', async () => {
  await session.startSession();
  const requests: string[] = [];
  const answer = fetch;
  vi.stubGlobal('fetch', (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`);
    return method === 'DELETE' ? Promise.resolve(new Response(null, { status: 204 })) : answer(path);
  });
  await session.logOut();
  expect(requests).toEqual(['DELETE /api/session', 'POST /api/session', 'GET /api/games']);
  expect(session.session.person).toEqual(person);
});

test('a person can be blocked', async () => {
  await session.startSession();
  expect(session.isBlocked('p2')).toBe(false);
  person.blocked.push({ id: 'p2', name: 'Ben', table: null });
  await session.setBlocked('p2', true);
  expect(session.isBlocked('p2')).toBe(true);
});

test('a shareable link has an address that others can reach', async () => {
  await session.startSession();
  vi.stubGlobal('location', new URL('http://localhost:8000/t/ABCDEF'));
  expect(session.shareableUrl('/t/ABCDEF')).toBe('http://192.168.0.7:8000/t/ABCDEF');
  vi.stubGlobal('location', new URL('https://knobel.example/t/ABCDEF'));
  expect(session.shareableUrl('/t/ABCDEF')).toBe('https://knobel.example/t/ABCDEF');
});
