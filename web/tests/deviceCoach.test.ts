import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromWorker, ToWorker } from '../src/lib/offline/protocol';

const ENGINE = { module: 'm', image: 'i', coach: 'c', bytes: 1 };
const RECORD = '{"knobel": 1, "game": "knister"}\n{"roll": [3, 4]}\n';
const REVIEW = JSON.stringify({ game: 'knister', seats: [], decisions: [] });

/** What the worker says to a review: shares of the work and its end, or a failure. */
let say: ((id: number, tell: (message: FromWorker) => void) => void) | null;
let workers: FakeWorker[];
/** The requests to the server. */
let asked: string[];

class FakeWorker {
  readonly sent: ToWorker[] = [];
  onmessage: ((event: { data: FromWorker }) => void) | null = null;

  constructor() {
    workers.push(this);
  }

  postMessage(message: ToWorker): void {
    this.sent.push(message);
    const tell = (data: FromWorker) => this.onmessage?.({ data });
    if (message.kind === 'start') tell({ kind: 'ready' });
    if (message.kind !== 'request') return;
    if (message.path === '/api/coach/review') say?.(message.id, tell);
    else tell({ kind: 'answer', id: message.id, status: 200, text: '[]', share: null, mistakes: '', done: true });
  }

  terminate(): void {}
}

const answer = (id: number, text: string, share: number | null = null, status = 200): FromWorker => ({
  kind: 'answer',
  id,
  status,
  text,
  share,
  mistakes: '',
  done: text !== '',
});

async function review(ondevice: () => void = () => {}, signal?: AbortSignal): Promise<unknown> {
  const { reviewGame } = await import('../src/lib/review/coach');
  return reviewGame('ABCDEF', 1, { ondevice, signal });
}

/** Let the server offer an engine, and answer other requests so. */
function answerFetches(answerTo: (path: string) => Response): void {
  vi.stubGlobal('fetch', async (url: string | URL, init?: RequestInit) => {
    const path = String(url).replace(/^https?:..[^/]+/, '');
    asked.push(`${init?.method ?? 'GET'} ${path}`);
    if (path === '/api/engines') return Response.json({ knister: ENGINE });
    if (path.includes('/offline.json?')) return Response.json({ folder: 'f', files: [], lock: {}, games: [] });
    return answerTo(path);
  });
}

const isServersWork = () => asked.includes('GET /api/tables/ABCDEF/games/1/review');

beforeEach(() => {
  workers = [];
  asked = [];
  say = (id, tell) => tell(answer(id, REVIEW));
  vi.resetModules();
  localStorage.clear();
  localStorage.setItem('knobel.device_reviews', 'on');
  vi.stubGlobal('Worker', FakeWorker);
  answerFetches((path) => new Response(path.endsWith('/record') ? RECORD : path.endsWith('/review') ? REVIEW : null));
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('this device reviews a game, once, and tells the server how the person played', async () => {
  const ondevice = vi.fn();
  expect(await review(ondevice)).toEqual(JSON.parse(REVIEW));
  await review(ondevice);
  expect([workers.length, ondevice.mock.calls.length, isServersWork()]).toEqual([1, 2, false]);
  expect(asked.filter((each) => each.startsWith('POST'))).toEqual(['POST /api/play/skill?table=ABCDEF&game=1']);
});

test('without the consent of the person the server reviews', async () => {
  localStorage.clear();
  await review();
  expect([workers, isServersWork(), asked.includes('GET /api/engines')]).toEqual([[], true, false]);
});

test.each([{ saveData: true }, { effectiveType: '2g' }])(
  'nothing is loaded over a dear or slow network: %o',
  async (connection) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }));
    await review();
    expect([workers, isServersWork()]).toEqual([[], true]);
    // What is kept already needs no network.
    vi.stubGlobal('caches', { match: async () => new Response() });
    await review();
    expect(workers.length).toBe(1);
  },
);

test.each([{ deviceMemory: 1 }, { withoutAny: true }])(
  'a device that can not compute leaves it to the server: %o',
  async ({ withoutAny, ...hints }) => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), hints));
    if (withoutAny) vi.stubGlobal('AbortSignal', class {});
    await review();
    expect([workers, isServersWork()]).toEqual([[], true]);
  },
);

test('if the worker fails, the server reviews, and the worker is not tried again', async () => {
  say = (_, tell) => tell({ kind: 'failed', message: 'out of memory' });
  await review();
  expect([workers.length, isServersWork()]).toEqual([1, true]);
  await review();
  expect(workers.length).toBe(1);
});

test('if the worker refuses a game, the server is asked', async () => {
  say = (id, tell) => tell(answer(id, '{"reason": "too_large"}', null, 409));
  await review();
  expect(isServersWork()).toBe(true);
});

test('a device that is too slow is measured once', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  say = (id, tell) => {
    tell(answer(id, '', 0.01));
    now += 4_000;
    tell(answer(id, '', 0.02));
  };
  await review();
  expect([workers[0]?.sent.at(-1)?.kind, isServersWork()]).toEqual(['cancel', true]);
  vi.resetModules();
  asked = [];
  await review();
  expect([workers.length, isServersWork()]).toEqual([1, true]);
});

test('a review that nobody awaits is nobody’s work', async () => {
  const leaving = new AbortController();
  say = () => leaving.abort();
  await expect(review(undefined, leaving.signal)).rejects.toThrow();
  expect(isServersWork()).toBe(false);
});

test('an answer that this device has judged is noted at the server', async () => {
  const { answerOwnQuestion } = await import('../src/lib/review/coach');
  const decision = { grade: 'best' };
  FakeWorker.prototype.postMessage = function (message) {
    if (message.kind === 'start') this.onmessage?.({ data: { kind: 'ready' } });
    if (message.kind === 'request') this.onmessage?.({ data: answer(message.id, JSON.stringify(decision)) });
  };
  answerFetches((path) => (path.includes('/record') ? new Response(RECORD) : Response.json({ then: 'a1', again: 5 })));
  const question = { table: 'ABCDEF', first: 3, event: 1, position: { game: 'knister', seat: 0 } };
  expect(await answerOwnQuestion(question as never, 'a1')).toEqual({ decision, right: true, then: 'a1', again: 5 });
  expect(asked.at(-1)).toBe('PUT /api/practice?table=ABCDEF&first=3&event=1&right=true');
});
