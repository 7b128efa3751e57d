// Requests to the server.

import type {
  CoachAssessment,
  CoachDecision,
  CoachReview,
  Device,
  GameInfo,
  HighScores,
  MyPlay,
  NewTable,
  Offer,
  Opened,
  OwnBot,
  PlayedGame,
  Position,
  Practice,
  Problem,
  Question,
  Session,
  Transfer,
  Verdict,
} from '../wire';

/** The server refused; `reason` is for translation, and of a bad record the `rule` that an event breaks. */
export class ApiError extends Error {
  readonly reason: string;
  readonly rule: string | null;

  constructor(reason: string, message: string, rule: string | null = null) {
    super(message);
    this.reason = reason;
    this.rule = rule;
  }
}

/** What a record is sent as. */
const RECORD = 'application/x-ndjson';

/** :throws ApiError: if the server refuses, or is not there. */
async function answered(
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
  token = '',
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : {
            headers: { 'Content-Type': type, ...(token ? { Authorization: `Bearer ${token}` } : {}) },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
    });
  } catch (error) {
    throw new ApiError('offline', String(error));
  }
  if (!response.ok) {
    const text = await response.text();
    let problem: Partial<Problem>;
    try {
      problem = JSON.parse(text) as Partial<Problem>;
    } catch {
      problem = { message: text };
    }
    throw new ApiError(
      problem.reason ?? `http_${response.status}`,
      problem.message ?? response.statusText,
      problem.rule,
    );
  }
  return response;
}

async function textFrom(...[method, path, body, type]: Parameters<typeof answered>): Promise<string> {
  return (await answered(method, path, body, type)).text();
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await textFrom(method, path, body);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Who one is; a newcomer becomes somebody of that name. */
export const openSession = (name: string) => request<Session>('POST', '/api/session', { name });

export const rename = (name: string) => request<Session>('PATCH', '/api/session', { name });

export const closeSession = () => request<void>('DELETE', '/api/session');

export const listDevices = () => request<Device[]>('GET', '/api/devices');

export const removeDevice = (id: string) => request<void>('DELETE', `/api/devices/${id}`);

export const listBots = () => request<OwnBot[]>('GET', '/api/bots');

export const createBot = (name: string) => request<OwnBot>('POST', '/api/bots', { name });

export const revokeBot = (id: string) => request<void>('DELETE', `/api/bots/${id}`);

export const block = (person: string) => request<Session>('PUT', `/api/blocked/${person}`);

export const unblock = (person: string) => request<Session>('DELETE', `/api/blocked/${person}`);

/** Where all that is kept of oneself can be downloaded. */
export const PERSON_PATH = '/api/person';

export const forgetPerson = () => request<void>('DELETE', PERSON_PATH);

export const listGames = () => request<GameInfo[]>('GET', '/api/games');

export const openTable = (table: NewTable) => request<Opened>('POST', '/api/tables', table);

export const highScores = (game: string, options: Record<string, boolean | number | string>) =>
  request<HighScores>('GET', `/api/scores/${game}?${new URLSearchParams({ options: JSON.stringify(options) })}`);

export const createTransfer = () => request<Transfer>('POST', '/api/transfer');

export const showTransfer = (token: string) => request<Offer>('GET', `/api/transfer/${encodeURIComponent(token)}`);

export const redeemTransfer = (token: string) => request<Session>('POST', `/api/transfer/${encodeURIComponent(token)}`);

export const recordPath = (code: string, game: number) => `/api/tables/${code}/games/${game}/record`;

/** A finished game's replay, as lines of JSON; `game` counts the table's games from 1 (null: the latest). */
export const fetchReplay = (link: string, game: number | null) =>
  textFrom('GET', `/api/tables/${link}${game === null ? '' : `/games/${game}`}/replay`);

/** What the coach would do in the running game, where `at` is the position that one sees: quick at first, then better. */
export async function* fetchHint(link: string, at: number): AsyncGenerator<CoachAssessment> {
  const response = await answered('POST', `/api/tables/${link}/hint?at=${at}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const lines = (text + read.value).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as CoachAssessment;
  }
}

/** What the coach says of a finished game of a table, by its number from 1; working it out takes a while. */
export const fetchReview = (link: string, game: number) =>
  request<CoachReview>('GET', `/api/tables/${link}/games/${game}/review`);

/** The record of a table's game, by its number from 1 (null: the latest). */
export const fetchRecord = (link: string, game: number | null) =>
  textFrom('GET', game === null ? `/api/tables/${link}/record` : recordPath(link, game));

/** The game of a record, over or not, as lines of JSON. */
export const replayRecord = (record: string) => textFrom('POST', '/api/records/replay', record, RECORD);

/** Where a record ends, as a seat sees it (null: whoever acts next). */
export const fetchPosition = async (record: string, seat: number | null = null) =>
  JSON.parse(
    await textFrom('POST', `/api/records/position${seat === null ? '' : `?seat=${seat}`}`, record, RECORD),
  ) as Position;

/** What an action of a seat would be worth where a record ends. */
export const judgeAction = async (record: string, seat: number, action: string) =>
  JSON.parse(
    await textFrom('POST', `/api/coach/judge?${new URLSearchParams({ seat: String(seat), action })}`, record, RECORD),
  ) as CoachDecision;

/** What the coach says of the finished game in a record. */
export const reviewRecord = async (record: string) =>
  JSON.parse(await textFrom('POST', '/api/coach/review', record, RECORD)) as CoachReview;

/** Where the game of a record is left, and how it goes on: who one is, how good the bots are, and on which dice. */
export interface Branch {
  at: number;
  seat: number;
  level: string;
  same_dice: boolean;
}

/** Open a table at which the game of a record goes on differently. */
export const playOn = async (record: string, branch: Branch) => {
  const query = new URLSearchParams(Object.entries(branch).map(([name, value]) => [name, String(value)]));
  return JSON.parse(await textFrom('POST', `/api/records/what-if?${query}`, record, RECORD)) as Opened;
};

/** One's games, and how well one played. */
export const fetchPlay = () => request<MyPlay>('GET', '/api/play');

const own = ({ table, first }: Pick<PlayedGame, 'table' | 'first'>) =>
  new URLSearchParams({ table, first: String(first) });

/** Let the coach go through one of one's games. */
export const reviewOwn = (game: PlayedGame) => request<void>('POST', `/api/play/review?${own(game)}`);

export const fetchOwnRecord = (game: Pick<PlayedGame, 'table' | 'first'>) =>
  textFrom('GET', `/api/play/record?${own(game)}`);

/** The mistake of one's own that is to be practised on. */
export const fetchPractice = () => request<Practice>('GET', '/api/practice');

export const answerQuestion = (question: Question, action: string) => {
  const query = own(question);
  query.set('event', String(question.event));
  query.set('action', action);
  return request<Verdict>('POST', `/api/practice?${query}`);
};

/** How the server is, of which one process tells. */
export interface Health {
  version: string;
  processes: number;
  people: number;
  tables: number;
  bots: number;
  coaches: number;
  questions: number;
  writes: number;
}

export interface OpenTable {
  code: string;
  last: number;
  here: number;
}

export interface KnownPerson {
  person: string;
  name: string;
  seen: number;
  here: boolean;
  table: string | null;
}

export interface Report {
  number: number;
  time: number;
  reporter_name: string;
  person: string;
  name: string;
  table: string | null;
  text: string;
  said: string | null;
}

/** What comes of a wish of whoever runs the server. */
export async function operate<T>(token: string, wish: Record<string, unknown>): Promise<T> {
  // A header can hold no other characters, and no token has them.
  const safe = /^[\x20-\x7e]*$/.test(token) ? token : '?';
  return (await (await answered('POST', '/api/operator', wish, 'application/json', safe)).json()) as T;
}
