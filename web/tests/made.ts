/** Messages as the server makes them, with what a test cares about. */
import type { Choice, GameInfo, LogEntry, Position, State, Table, Turn } from '../src/wire';

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
  results: null,
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
    undo: true,
    hints: false,
    coach: false,
    takeover: true,
    starts: 'host',
    pace: 'lively',
    rolls: 'seats',
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
  })),
  watchers: [],
  games_played: 0,
  locked: false,
  chat_hidden: false,
  muted: [],
  what_if: false,
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
  on: null,
  auto: false,
  ...more,
});

/** The state of number `seq`, for those who know that of number `prev`; `prev` -1: for those who know nothing. */
export const state = (prev: number, seq: number, more: Partial<State> = {}): State => ({
  type: 'state',
  seq,
  prev,
  now: 0,
  table: null,
  position: null,
  log: [],
  ...more,
});
