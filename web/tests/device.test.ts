import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnswerStep, FromWorker, ToWorker } from '../src/lib/offline/protocol';

/** A worker that only notes what it is sent. */
class FakeWorker {
  static last: FakeWorker;
  readonly sent: ToWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;

  constructor() {
    FakeWorker.last = this;
  }

  postMessage(message: ToWorker): void {
    this.sent.push(message);
    if (message.kind === 'start') this.onmessage?.({ data: { kind: 'ready' } });
  }

  terminate(): void {}
}

const settle = () => vi.waitFor(() => expect(FakeWorker.last.sent.at(-1)?.kind).toBe('request'));

function say(step: Partial<AnswerStep>): void {
  const request = FakeWorker.last.sent.findLast(({ kind }) => kind === 'request') as { id: number };
  const answer = {
    kind: 'answer' as const,
    id: request.id,
    status: 200,
    text: '',
    share: null,
    mistakes: '',
    done: false,
  };
  FakeWorker.last.onmessage?.({ data: { ...answer, ...step } });
}

beforeEach(() => {
  FakeWorker.last = new FakeWorker();
  vi.resetModules();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ folder: 'f', files: [], lock: {}, games: [] })));
});

afterEach(() => vi.unstubAllGlobals());

test('an answer comes in parts, with the share of the work that is done and the mistakes found', async () => {
  const { requestDevice } = await import('../src/lib/offline/device');
  const shares: number[] = [];
  const mistakes: unknown[] = [];
  const asked = requestDevice('POST', '/api/coach/review', 'record', {
    onshare: (share) => shares.push(share),
    onmistakes: (found) => mistakes.push(...found),
  });
  await settle();
  say({ share: 0.5, mistakes: '[{"event": 3}]' });
  say({ text: 'one ' });
  const response = await asked;
  say({ text: 'two' });
  say({ done: true });
  expect([response.status, await response.text(), shares]).toEqual([200, 'one two', [0.5]]);
  expect(mistakes).toEqual([{ event: 3 }]);
});

test('work stops when it is no longer awaited', async () => {
  const { requestDevice } = await import('../src/lib/offline/device');
  const leaving = new AbortController();
  const asked = requestDevice('POST', '/api/coach/review', 'record', { signal: leaving.signal });
  await settle();
  leaving.abort();
  await expect(asked).rejects.toThrow();
  expect(FakeWorker.last.sent.at(-1)?.kind).toBe('cancel');
  const other = requestDevice('POST', '/api/coach/compare', 'record');
  await settle();
  say({ text: 'line\n' });
  const reader = (await other).body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(FakeWorker.last.sent.at(-1)?.kind).toBe('cancel');
  // What was on its way is ignored.
  say({ text: 'late', done: true });
});

test('a refusal has its status', async () => {
  const { requestDevice } = await import('../src/lib/offline/device');
  const asked = requestDevice('GET', '/api/play', '');
  await settle();
  say({ status: 409, text: '{}', done: true });
  expect((await asked).status).toBe(409);
});
