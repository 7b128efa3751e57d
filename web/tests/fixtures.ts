// Messages of the server, with the fields that a test sets.
import type {
  Choice,
  CoachDecision,
  CoachReview,
  GameInfo,
  LogEntry,
  Position,
  Rating,
  Result,
  State,
  Table,
  Turn,
} from '../src/wire';

export const turn = (more: Partial<Turn> = {}): Turn => ({
  kind: 'decide',
  dice: 0,
  die: 'pips',
  seat: null,
  seats: [0],
  may_roll: false,
  ...more,
});

export const choice = (action: string, more: Partial<Choice> = {}): Choice => ({
  action,
  gain: 0,
  writes: null,
  circles: 0,
  ...more,
});

export const position = (game: string, more: Partial<Position> = {}): Position => ({
  game,
  at: 1,
  seat: 0,
  turn: turn(),
  info: { round: 1, dice: [] },
  sheets: [],
  scores: [],
  choices: [],
  can_undo: false,
  last_roll: null,
  deadline: null,
  dice: null,
  results: null,
  ...more,
});

export const resultOf = (more: Partial<Result> = {}): Result => ({
  seat: 0,
  name: ['Ann', 'Ben', 'Cem'][more.seat ?? 0] ?? '',
  score: 0,
  place: 1,
  rating: null,
  next_rating: null,
  missing: 0,
  ...more,
});

export const gameInfo = (name: string, more: Partial<GameInfo> = {}): GameInfo => ({
  name,
  titles: { de: name, en: name, it: name },
  min_seats: 1,
  max_seats: null,
  simultaneous: true,
  options: [],
  bots: ['random', 'casual', 'master'],
  coach: true,
  ...more,
});

export const table = (names: string[], more: Partial<Table> = {}): Table => ({
  code: 'ABCDEF',
  key: '',
  settings: {
    game: 'knister',
    options: {},
    seats: names.length,
    public: false,
    dice: 'server',
    seconds: null,
    days: null,
    ends_at: null,
    missing: 'bot',
    undo: true,
    hints: false,
    coach: false,
    takeover: true,
    starts: 'host',
    youngest: 0,
    pace: 'lively',
    rolls: 'seats',
    shared_dice: false,
  },
  state: 'playing',
  host: 'p0',
  seats: names.map((name, i) => ({
    kind: name ? 'person' : 'empty',
    name,
    person: name ? `p${i}` : null,
    level: null,
    online: true,
    away: false,
    colour: null,
    bot: false,
    substitute: '',
    paused_until: null,
  })),
  watchers: [],
  games_played: 0,
  locked: false,
  chat_hidden: false,
  muted: [],
  what_if: false,
  deal: '',
  ranked_until: 0,
  ...more,
});

export const entry = (time: number, kind: string, more: Partial<LogEntry> = {}): LogEntry => ({
  kind,
  time,
  seat: null,
  name: null,
  action: null,
  dice: null,
  die: null,
  gain: null,
  writes: null,
  circles: null,
  game: null,
  commitment: null,
  on: null,
  number: null,
  was: null,
  declines: false,
  auto: false,
  ...more,
});

/** State number `seq` for clients that know state `prev`; -1: for clients without a state. */
export const state = (prev: number, seq: number, more: Partial<State> = {}): State => ({
  type: 'state',
  seq,
  prev,
  now: 0,
  table: null,
  position: null,
  log: [],
  earlier: prev === -1 ? [] : null,
  ...more,
});

/** The coach's assessment of an action. */
export const judged = (action: string, points: number, win: number | null = null) => ({
  action,
  points,
  uncertainty: 1.5,
  win,
  win_uncertainty: win === null ? null : 0.08,
});

export const decision = (event: number, seat: number, more: Partial<CoachDecision> = {}): CoachDecision => ({
  event,
  seat,
  played: judged('a1', 60, 0.4),
  best: [judged('c3', 62, 0.5), judged('a1', 60, 0.4)],
  loss: 2,
  win_loss: 0.1,
  judged_by: 'points',
  error: 2,
  cost: 2,
  better: judged('c3', 62, 0.5),
  decided: false,
  decided_if_perfect: false,
  grade: 'mistake',
  why: [],
  parts: {},
  quantiles: [60, 70, 80],
  sentences: {},
  ...more,
});

const ledger = { start: 70, luck: 1, decisions: -2, unknown: 0, others: 0, correction: 0, final: 69 };
const seat = (number: number) => ({
  seat: number,
  name: `P${number}`,
  ledger,
  result_without_luck: 68,
  place: 1,
  place_without_luck: 1,
  decisions: 1,
  error_rate: 2,
  win_error_rate: 0,
  accuracy: 50,
  grades: {},
  turning_points: [],
  start_quantiles: [50, 70, 85],
  lesson: { moments: [2], rule: null, lost: 1, peers: null, advice: {} },
});

/** The coach's review of a game of two. */
export const review: CoachReview = {
  game: 'knister',
  options: {},
  seats: [seat(0), seat(1)],
  decisions: [decision(2, 0), decision(3, 1, { grade: 'good' }), decision(5, 0, { grade: 'best' })],
  changes: [
    { event: 1, seat: 0, kind: 'correction', points: 0.5, value: 70.5 },
    { event: 1, seat: 0, kind: 'luck', points: 1, value: 71.5 },
    { event: 1, seat: 1, kind: 'luck', points: 1, value: 71 },
    { event: 2, seat: 0, kind: 'decision', points: -2, value: 69.5 },
  ],
  engine: 'x',
  chances: [],
  seconds: {},
};

/** A rating at a game, for tests to change. */
export function rating(game: string, changed: Partial<Rating> = {}): Rating {
  return {
    game,
    options: {},
    standard: true,
    games: 12,
    mean: 64.2,
    error: 1.1,
    provisional: false,
    limit: 2,
    engine: '5e1d0c',
    people: 8,
    percentile: 75,
    levels: [
      { level: 'beginner', mean: 36 },
      { level: 'master', mean: 71.7 },
    ],
    course: [
      { time: 1, points: 58, without_luck: 64.5, mean: 64.5, error: null },
      { time: 2, points: 83, without_luck: 69, mean: 66.8, error: 2.2 },
      { time: 3, points: 55, without_luck: 61.2, mean: 64.9, error: 2.3 },
    ],
    ...changed,
  };
}
