import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOnce } from '../src/lib/connection/client';

const opened = { code: 'ABCDEF', key: 'k' };
let answers: (() => Response)[];
let keys: string[];

beforeEach(() => {
  vi.useFakeTimers();
  keys = [];
  vi.stubGlobal('fetch', (_path: string, request: { headers: Record<string, string> }) => {
    keys.push(request.headers['Idempotency-Key'] ?? '');
    const answer = answers.shift();
    return answer ? Promise.resolve(answer()) : Promise.reject(new TypeError('refused'));
  });
});

afterEach(() => vi.useRealTimers());

const settled = async <T>(request: Promise<T>): Promise<T | string> => {
  const result = request.catch((error: unknown) => (error as { reason: string }).reason);
  await vi.advanceTimersByTimeAsync(60_000);
  return result;
};

test('a request without an answer is repeated with its key', async () => {
  answers = [() => new Response('<html>', { status: 502 }), () => new Response(JSON.stringify(opened))];
  expect(
    await settled(openOnce('POST /api/cups/{link}/deals/{number}', { path: { link: 'ABCDEF', number: 1 } })),
  ).toEqual(opened);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('each opening has a key of its own, and a refusal is not repeated', async () => {
  const refusal = JSON.stringify({ reason: 'rate_limited', message: '' });
  answers = [() => new Response(JSON.stringify(opened)), () => new Response(refusal, { status: 429 })];
  expect(
    await settled(openOnce('POST /api/cups/{link}/deals/{number}', { path: { link: 'ABCDEF', number: 1 } })),
  ).toEqual(opened);
  expect(await settled(openOnce('POST /api/cups/{link}/deals/{number}', { path: { link: 'ABCDEF', number: 1 } }))).toBe(
    'rate_limited',
  );
  expect(new Set(keys).size).toBe(2);
});

test('a server that stays away is reported', async () => {
  answers = [];
  expect(await settled(openOnce('POST /api/groups', { body: { title: '' } }))).toBe('offline');
  expect(keys.length).toBeGreaterThan(2);
});
