// Answers of the server, for components without one.
import { review } from '../tests/fixtures';
import type {
  CalendarState,
  CupState,
  DealDay,
  DealStanding,
  Device,
  GameInfo,
  HighScores,
  Offer,
  OwnBot,
  PauseState,
  SheetState,
  Session,
  WebhookState,
} from '../src/wire';
import { CUP, DAY, GAMES, NAMES, STANDING, throwing } from './states';

const ANSWERS: [method: string, path: RegExp, answer: unknown][] = [
  [
    'POST',
    /^\/api\/session$/,
    { id: 'p0', name: NAMES[0], table: null, links: null, blocked: [] } as unknown as Session,
  ],
  ['GET', /^\/api\/games$/, GAMES satisfies GameInfo[]],
  ['GET', /^\/api\/scores\//, { all_time: [], month: [], mine: [], recent: [] } satisfies HighScores],
  ['GET', /^\/api\/devices$/, [{ id: 'd', browser: 'Firefox', added: 0, seen: 0, here: true }] satisfies Device[]],
  ['GET', /^\/api\/recovery$/, { made: Date.parse('2026-05-01T18:00'), used: null } satisfies SheetState],
  ['GET', /^\/api\/calendar$/, { made: Date.parse('2026-05-01T18:00'), path: null } satisfies CalendarState],
  ['GET', /^\/api\/pause$/, { until: null, days_left: 14 } satisfies PauseState],
  ['GET', /^\/api\/bots$/, [{ id: 'b', name: 'Robo', added: 0, seen: 0, token: null }] satisfies OwnBot[]],
  ['GET', /^\/api\/transfer/, { name: NAMES[1] ?? '', yours: false } satisfies Offer],
  [
    'GET',
    /\/webhook$/,
    {
      permitted: ['discord.com'],
      formats: [{ name: 'discord', label: 'Discord' }],
      kinds: ['begun', 'over', 'season', 'cup'],
      webhook: { host: 'discord.com', format: 'discord', language: 'en', kinds: ['over'], stopped: 404, failures: 0 },
    } satisfies WebhookState,
  ],
  ['GET', /^\/api\/cups\/[^/]+$/, CUP satisfies CupState],
  ['POST', /^\/api\/records\/position$/, throwing('knister')],
  ['GET', /\/review$/, review],
  ['GET', /^\/api\/days\/[^/]+$/, DAY satisfies DealDay],
  ['GET', /^\/api\/days\/.+\/.+$/, STANDING satisfies DealStanding],
];

/** Replaces `fetch`. */
export async function answer(path: RequestInfo | URL, { method = 'GET' }: RequestInit = {}): Promise<Response> {
  const found = ANSWERS.find(([each, pattern]) => each === method && pattern.test(String(path)));
  return found ? Response.json(found[2]) : Response.json({ reason: 'not_found' }, { status: 404 });
}
