// Requests to the server.

import type {
  BrowserEngine,
  CalendarState,
  CoachAssessment,
  CoachComparison,
  CoachDecision,
  CoachReview,
  CorrectionPreview,
  CorrectionRequest,
  DealDay,
  DealStanding,
  Device,
  ExerciseDay,
  GameInfo,
  GivenAnswers,
  HighScores,
  MyPlay,
  MyRatings,
  NewCalendar,
  NewNotices,
  NewPause,
  NewSheet,
  NewTable,
  NotedAnswer,
  NoticeState,
  Offer,
  Opened,
  OwnBot,
  PauseState,
  PlayedDay,
  PlayedGame,
  Position,
  Practice,
  Problem,
  Question,
  RecentGroup,
  RecentResults,
  RecoverySheet,
  Returned,
  Session,
  SheetSecret,
  SheetState,
  SlowGame,
  ThemeReport,
  Training,
  Transfer,
  Verdict,
} from '../../wire';
import { deviceTableOf } from '../offline/codes';
import { requestDevice } from '../offline/device';
import type { Watched } from '../offline/offlineWorker';
import { offline, ownerName } from '../offline/offline.svelte';
import { hexOf } from '../records/sha256';
import { addressOf } from './addresses';

/** A failed request: `reason` has a text in i18n; the other fields are those of a `Problem`. */
export class ApiError extends Error {
  readonly reason: string;
  readonly rule: string | null;
  readonly proposal: string | null;
  readonly subject: string | null;

  constructor(reason: string, message: string, { rule, proposal, subject }: Partial<Problem> = {}) {
    super(message);
    this.reason = reason;
    this.rule = rule ?? null;
    this.proposal = proposal ?? null;
    this.subject = subject ?? null;
  }
}

/** Content type of a record. */
const RECORD_TYPE = 'application/x-ndjson';

/** The requests that are answered on this device. */
const DEVICE_PATHS =
  /^\/api\/(tables|tables\/[\w-]+(\/games\/\d+)?\/(record|replay|review|hint|compare|correction)|records\/(replay|position|what-if)|coach\/(review|judge|compare)|play(\/(review|record|themes))?|practice(\/\w+)?|days(\/[\w-]+){0,2}|device-file)(\?|$)/;

/** Ask the tables of this device. @throws ApiError if they refuse or need a server. */
async function fetchFromDevice(method: string, path: string, body: unknown, watched: Watched = {}): Promise<Response> {
  if (!DEVICE_PATHS.test(path)) throw new ApiError('needs_server', path);
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? '');
  let answer: Response;
  try {
    answer = await requestDevice(method, path, text, watched);
  } catch (error) {
    throw new ApiError('device', String(error));
  }
  return checked(answer);
}

/** @throws ApiError if the server refuses or cannot be reached. */
async function fetchResponse(
  method: string,
  path: string,
  body?: unknown,
  type = 'application/json',
  headers: Record<string, string> = {},
  watched: Watched = {},
): Promise<Response> {
  if (offline.on || deviceTableOf(path) !== null) return fetchFromDevice(method, path, body, watched);
  let response: Response;
  try {
    response = await fetch(addressOf(path), {
      method,
      credentials: 'same-origin',
      signal: watched.signal ?? null,
      headers: body === undefined ? headers : { 'Content-Type': type, ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ApiError('offline', String(error));
  }
  return checked(response);
}

/** @throws ApiError if the request was refused. */
export async function checked(response: Response): Promise<Response> {
  if (!response.ok) {
    const text = await response.text();
    let problem: Partial<Problem>;
    try {
      problem = JSON.parse(text) as Partial<Problem>;
    } catch {
      problem = { message: text };
    }
    throw new ApiError(problem.reason ?? `http_${response.status}`, problem.message ?? response.statusText, problem);
  }
  return response;
}

export async function fetchText(...parameters: Parameters<typeof fetchResponse>): Promise<string> {
  return (await fetchResponse(...parameters)).text();
}

/** The lines of a response as they arrive, parsed as JSON. Leaving the loop closes the connection. */
export async function* readLines<T>(response: Response): AsyncGenerator<T> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const lines = (text + read.value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as T;
    }
  } finally {
    await reader?.cancel();
  }
}

export async function fetchJson<T>(method: string, path: string, body?: unknown, watched?: Watched): Promise<T> {
  const text = await fetchText(method, path, body, undefined, undefined, watched);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Pauses before a request to open something is repeated, in ms. A process that ends is replaced within seconds. */
const REPEAT_PAUSES_MS = [300, 1000, 2500];
/** The failures after which it is unknown whether the server has executed the request. */
const UNANSWERED = ['offline', 'http_502', 'http_504'];

/** Open a table or a cup. A request without an answer is repeated, and its key lets the server open only one. */
export async function openOnce(path: string, body?: unknown, type?: string): Promise<Opened> {
  const headers = { 'Idempotency-Key': hexOf(crypto.getRandomValues(new Uint8Array(16))) };
  const attempt = async ([pause, ...later]: number[]): Promise<Opened> => {
    try {
      return JSON.parse(await fetchText('POST', path, body, type, headers)) as Opened;
    } catch (error) {
      if (pause === undefined || !(error instanceof ApiError && UNANSWERED.includes(error.reason))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
      return attempt(later);
    }
  };
  return attempt(REPEAT_PAUSES_MS);
}

/** Open the session of this browser's cookie, or create a person with a name that the server suggests. */
export const openSession = () => fetchJson<Session>('POST', '/api/session');

export const renamePerson = (name: string) => fetchJson<Session>('PATCH', '/api/session', { name });

export const closeSession = () => fetchJson<void>('DELETE', '/api/session');

export const listDevices = () => fetchJson<Device[]>('GET', '/api/devices');

export const removeDevice = (id: string) => fetchJson<void>('DELETE', `/api/devices/${id}`);

export const listBots = () => fetchJson<OwnBot[]>('GET', '/api/bots');

export const createBot = (name: string) => fetchJson<OwnBot>('POST', '/api/bots', { name });

export const revokeBot = (id: string) => fetchJson<void>('DELETE', `/api/bots/${id}`);

export const block = (person: string) => fetchJson<Session>('PUT', `/api/blocked/${person}`);

export const unblock = (person: string) => fetchJson<Session>('DELETE', `/api/blocked/${person}`);

/** The path of all data that is stored about the person. */
export const PERSON_PATH = '/api/person';

export const deletePerson = () => fetchJson<void>('DELETE', PERSON_PATH);

export const listGames = () => fetchJson<GameInfo[]>('GET', '/api/games');

export const openTable = (table: NewTable) => openOnce('/api/tables', table);

/** Open a table on this device, with further people who play on it. */
export async function openDeviceTable(table: NewTable, guests: readonly string[]): Promise<Opened> {
  const response = await fetchFromDevice('POST', '/api/tables', { ...table, name: offline.person.name, guests });
  return (await response.json()) as Opened;
}

const DEVICE_FILE = '/api/device-file';

/** The file with all that is stored on this device. */
export async function writeDeviceFile(): Promise<string> {
  const query = new URLSearchParams({ name: ownerName() });
  return (await fetchFromDevice('GET', `${DEVICE_FILE}?${query}`, undefined)).text();
}

/** How many tables and games of a file were new, were there already, and were refused. */
export interface Brought {
  stored: number;
  known: number;
  refused: number;
}

/** Bring what a file has to this device. @throws ApiError if it is another kind of file. */
export async function readDeviceFile(text: string): Promise<Brought> {
  return (await (await fetchFromDevice('POST', DEVICE_FILE, text)).json()) as Brought;
}

/** The groups with which the person played lately, the latest first. */
export const fetchCompanions = () => fetchJson<RecentGroup[]>('GET', '/api/companions');

/** The person's games over days. */
export const fetchSlowGames = () => fetchJson<SlowGame[]>('GET', '/api/slow-games');

const NOTICES_PATH = '/api/notices';

/** What this device is told. */
export const fetchNotices = () => fetchJson<NoticeState>('GET', NOTICES_PATH);

export const receiveNotices = (notices: NewNotices) => fetchJson<NoticeState>('PUT', NOTICES_PATH, notices);

export const stopNotices = () => fetchJson<NoticeState>('DELETE', NOTICES_PATH);

const CALENDAR_PATH = '/api/calendar';

/** When the address of the person's calendar was made. */
export const fetchCalendar = () => fetchJson<CalendarState>('GET', CALENDAR_PATH);

/** Make an address of the calendar, which replaces the one before. Only this answer has it. */
export const makeCalendar = (language: NewCalendar['language']) =>
  fetchJson<CalendarState>('POST', CALENDAR_PATH, { language } satisfies NewCalendar);

export const revokeCalendar = () => fetchJson<CalendarState>('DELETE', CALENDAR_PATH);

const PAUSE_PATH = '/api/pause';

export const fetchPause = () => fetchJson<PauseState>('GET', PAUSE_PATH);

export const beginPause = (days: number) => fetchJson<PauseState>('POST', PAUSE_PATH, { days } satisfies NewPause);

export const endPause = () => fetchJson<PauseState>('DELETE', PAUSE_PATH);

/** The person's best and last results in each game. */
export const fetchRecentResults = () => fetchJson<RecentResults[]>('GET', '/api/play/recent');

export const fetchHighScores = (game: string, options: Record<string, boolean | number | string>) =>
  fetchJson<HighScores>('GET', `/api/scores/${game}?${new URLSearchParams({ options: JSON.stringify(options) })}`);

/** The days that had deals, the latest first. */
export const fetchDays = () => fetchJson<PlayedDay[]>('GET', '/api/days');

/** The deals of a day, a date in ISO format or `today`. */
export const fetchDay = (day: string) => fetchJson<DealDay>('GET', `/api/days/${encodeURIComponent(day)}`);

/** Begin a deal, or return to the unfinished first try. */
export const playDeal = (day: string, game: string, ranked: boolean) =>
  openOnce(`/api/days/${day}/${game}`, offline.on ? { ranked, name: offline.person.name } : { ranked });

/** The results of a deal. */
export const fetchStanding = (day: string, game: string) => fetchJson<DealStanding>('GET', `/api/days/${day}/${game}`);

export const createTransfer = () => fetchJson<Transfer>('POST', '/api/transfer');

export const fetchTransfer = (token: string) => fetchJson<Offer>('GET', `/api/transfer/${encodeURIComponent(token)}`);

export const redeemTransfer = (token: string) =>
  fetchJson<Session>('POST', `/api/transfer/${encodeURIComponent(token)}`);

const SHEET_PATH = '/api/recovery';

export const fetchSheetState = () => fetchJson<SheetState>('GET', SHEET_PATH);

/** Make a recovery sheet with words in a language, if there is a list; it replaces the one before. */
export const makeSheet = (language: string) =>
  fetchJson<RecoverySheet>('POST', SHEET_PATH, { language } satisfies NewSheet);

export const revokeSheet = () => fetchJson<void>('DELETE', SHEET_PATH);

/** The person to whom a recovery sheet belongs, by its words or the end of its link. */
export const fetchSheetOwner = (secret: string) =>
  fetchJson<Offer>('POST', `${SHEET_PATH}/owner`, { secret } satisfies SheetSecret);

export const restorePerson = (secret: string) =>
  fetchJson<Session>('POST', `${SHEET_PATH}/restore`, { secret } satisfies SheetSecret);

export const recordPath = (code: string, game: number) => `/api/tables/${code}/games/${game}/record`;

export const resultFilePath = (code: string, game: number) => `/api/tables/${code}/games/${game}/results.xlsx`;

/** The replay of a finished game as lines of JSON; `game` counts the table's games from 1 (null: the latest). */
export const fetchReplay = (link: string, game: number | null) =>
  fetchText('GET', `/api/tables/${link}${game === null ? '' : `/games/${game}`}/replay`);

/** What a person is shown before they correct rolls and moves of the running game. */
export const fetchCorrection = (link: string, request: CorrectionRequest) =>
  fetchJson<CorrectionPreview>('POST', `/api/tables/${link}/correction`, request);

/** The coach's assessments of the position `at` of the running game: a quick one first, then better ones. */
export async function* fetchHint(link: string, at: number): AsyncGenerator<CoachAssessment> {
  yield* readLines(await fetchResponse('POST', `/api/tables/${link}/hint?at=${at}`));
}

/** The comparison of two actions by games played out, which becomes more accurate until the signal stops it. */
export type Compare = (actions: readonly [string, string], signal: AbortSignal) => AsyncGenerator<CoachComparison>;

const comparedActions = ([action, other]: readonly [string, string], more: Record<string, string>) =>
  new URLSearchParams({ action, other, ...more });

/** Compare actions in the position `at` of the running game. */
export function compareAtTable(link: string, at: number): Compare {
  return async function* (actions, signal) {
    const path = `/api/tables/${link}/compare?${comparedActions(actions, { at: String(at) })}`;
    yield* readLines(await fetchResponse('POST', path, undefined, undefined, undefined, { signal }));
  };
}

/** Compare actions of a seat in the last position of a record. */
export function compareInRecord(record: () => Promise<string>, seat: number): Compare {
  return async function* (actions, signal) {
    const path = `/api/coach/compare?${comparedActions(actions, { seat: String(seat) })}`;
    yield* readLines(await fetchResponse('POST', path, await record(), RECORD_TYPE, undefined, { signal }));
  };
}

/** The coach's review of a finished game, by its number from 1; computing it takes a while. */
export async function fetchReview(link: string, game: number, watched?: Watched): Promise<CoachReview> {
  const path = `/api/tables/${link}/games/${game}/review`;
  // A server reviews the record of a game on this device.
  if (!offline.on && deviceTableOf(path) !== null) return reviewRecord(await fetchRecord(link, game), watched);
  return fetchJson<CoachReview>('GET', path, undefined, watched);
}

/** The record of a table's game, by its number from 1 (null: the latest). */
export const fetchRecord = (link: string, game: number | null) =>
  fetchText('GET', game === null ? `/api/tables/${link}/record` : recordPath(link, game));

const postRecord = async <T>(path: string, record: string, watched?: Watched): Promise<T> =>
  JSON.parse(await fetchText('POST', path, record, RECORD_TYPE, undefined, watched)) as T;

/** The replay of a record's game, finished or not, as lines of JSON. */
export const replayRecord = (record: string) => fetchText('POST', '/api/records/replay', record, RECORD_TYPE);

/** The last position of a record, as a seat sees it (null: the seat that acts next). */
export const fetchPosition = (record: string, seat: number | null = null) =>
  postRecord<Position>(`/api/records/position${seat === null ? '' : `?seat=${seat}`}`, record);

/** The coach's assessment of a seat's action in the last position of a record. */
export const judgeAction = (record: string, seat: number, action: string) =>
  postRecord<CoachDecision>(`/api/coach/judge?${new URLSearchParams({ seat: String(seat), action })}`, record);

/** The coach's review of the finished game in a record. */
export const reviewRecord = (record: string, watched?: Watched) =>
  postRecord<CoachReview>('/api/coach/review', record, watched);

/** Store a finished game, in which the person had the seat, as one of their games. */
export const returnGame = (record: string, seat: number) =>
  postRecord<Returned>(`/api/records/return?seat=${seat}`, record);

/** Where a new game leaves a record (after `at` events), the player's seat, the bots' level, and whether the dice repeat. */
export interface Branch {
  at: number;
  seat: number;
  level: string;
  same_dice: boolean;
}

/** Open a table that continues the game of a record differently. */
export const openWhatIf = (record: string, branch: Branch) =>
  openOnce(
    `/api/records/what-if?${new URLSearchParams(Object.entries(branch).map(([name, value]) => [name, String(value)]))}`,
    record,
    RECORD_TYPE,
  );

/** The person's games with their accuracy, luck and lost points. */
export const fetchStatistics = () => fetchJson<MyPlay>('GET', '/api/play');

/** Where the person loses points at a game, by theme. */
export const fetchThemes = (game: string) =>
  fetchJson<ThemeReport>('GET', `/api/play/themes?${new URLSearchParams({ game })}`);

/** The person's ratings at all games. */
export const fetchRatings = () => fetchJson<MyRatings>('GET', '/api/play/ratings');

const gameQuery = ({ table, first }: Pick<PlayedGame, 'table' | 'first'>) =>
  new URLSearchParams({ table, first: String(first) });

/** Let the coach review one of the person's games. */
export const reviewPlayedGame = (game: PlayedGame, watched?: Watched) =>
  fetchJson<void>('POST', `/api/play/review?${gameQuery(game)}`, undefined, watched);

export const fetchPlayedRecord = (game: Pick<PlayedGame, 'table' | 'first'>) =>
  fetchText('GET', `/api/play/record?${gameQuery(game)}`);

/** The mistake to practise next. */
export const fetchPractice = () => fetchJson<Practice>('GET', '/api/practice');

export const answerQuestion = (question: Question, action: string) => {
  const query = gameQuery(question);
  query.set('event', String(question.event));
  query.set('action', action);
  return fetchJson<Verdict>('POST', `/api/practice?${query}`);
};

/** The next position to practise at a game, of one theme or of all (empty), or the exercise of a day. */
export const fetchTraining = (game: string, theme: string, day = '') =>
  fetchJson<Training>('POST', `/api/practice/exercise?${new URLSearchParams({ game, theme, day })}`, {
    answers: [],
  } satisfies GivenAnswers);

/** Add answers to the exercises of a game. */
export const sendExerciseAnswers = (game: string, answers: GivenAnswers['answers']) =>
  fetchJson<void>('POST', `/api/practice/answers?${new URLSearchParams({ game })}`, { answers } satisfies GivenAnswers);

/** Which exercises of a day (a date in ISO format) the person answered. */
export const fetchExerciseDay = (day: string) =>
  fetchJson<ExerciseDay>('GET', `/api/practice/day?${new URLSearchParams({ day })}`);

/** Note an answer that this device assessed. */
export const noteAnswer = (question: Question, right: boolean) => {
  const query = gameQuery(question);
  query.set('event', String(question.event));
  query.set('right', String(right));
  return fetchJson<NotedAnswer>('PUT', `/api/practice?${query}`);
};

/** The engines that the server offers to browsers, by game. */
export const fetchEngines = () => fetchJson<Record<string, BrowserEngine>>('GET', '/api/engines');

/** Note how the person played a game, by a review that this device made; `skills` are those of its seats, as JSON. */
export const noteSkills = (game: Record<string, string>, skills: string) =>
  fetchText('POST', `/api/play/skill?${new URLSearchParams(game)}`, skills);

/** Figures of the server, from one of its processes. */
export interface ServerHealth {
  version: string;
  processes: number;
  people: number;
  tables: number;
  bots: number;
  coaches: number;
  questions: number;
  writes: number;
  /** Milliseconds since the start of the process. */
  uptime: number;
  /** Load of the machine per core; null if unknown. */
  load: number | null;
  /** Free space of the disk and size of the database in bytes; null if unknown. */
  free: number | null;
  size: number | null;
  /** Time of the last backup in milliseconds; null if unknown. */
  backup: number | null;
  warnings: string[];
}

export interface OperatorTable {
  code: string;
  /** Unknown if the log of the table is damaged. */
  game?: string;
  host?: string;
  last: number;
  here: number;
}

export interface OperatorPerson {
  person: string;
  name: string;
  seen: number;
  here: boolean;
  table: string | null;
}

export interface OperatorSuspect {
  person: string;
  name: string;
  since: number;
  cleared: boolean;
}

export interface OperatorReport {
  number: number;
  time: number;
  reporter_name: string;
  person: string;
  name: string;
  table: string | null;
  text: string;
  said: string | null;
}

/** Execute a command of the operator. */
export async function runOperatorCommand<T>(token: string, command: Record<string, unknown>): Promise<T> {
  // Headers allow only these characters, and all tokens consist of them.
  const authorization = { Authorization: `Bearer ${/^[\x20-\x7e]*$/.test(token) ? token : '?'}` };
  return (await (await fetchResponse('POST', '/api/operator', command, undefined, authorization)).json()) as T;
}
