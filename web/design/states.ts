// Tables and positions in every state that components distinguish.
import { Talk } from '../src/lib/table/talk.svelte';
import { choice, entry, gameInfo, position, resultOf, table as made, turn } from '../tests/fixtures';
import knapp from '../src/games/knapp_daneben/example';
import knaster from '../src/games/knaster/example';
import kniffeliger from '../src/games/kniffeliger/example';
import knister from '../src/games/knister/example';
import knoeffel from '../src/games/knoeffel/example';
import type { ReviewedGame } from '../src/lib/review/statistics';
import type { TurnPause } from '../src/lib/table/turnPause.svelte';
import type { TableClient } from '../src/lib/connection/tableClient.svelte';
import type {
  Chat,
  Choice,
  CupState,
  DealDay,
  DealResult,
  DealStanding,
  GameInfo,
  GroupState,
  Position,
  Result,
  SlowGame,
  Table,
  ThemeProgress,
  ThemeReport,
  Teams,
} from '../src/wire';

export const NAMES = ['Anna', 'Ben', 'Chiara von Hohenstein', 'Dieter'];
const DICE = [3, 3, 5, 1, 6];

export const GAMES: GameInfo[] = [
  gameInfo('knister', { titles: { de: 'Knister', en: 'Knister', it: 'Knister' } }),
  gameInfo('knaster', { titles: { de: 'Knaster', en: 'Knaster', it: 'Knaster' } }),
  gameInfo('knapp_daneben', {
    titles: { de: 'Knapp Daneben!', en: 'Knapp Daneben!', it: 'Knapp Daneben!' },
    max_seats: 5,
    options: [{ name: 'layout', default: 'kbgyrgyrkbrkbgybgyrkyrkbg', values: null }],
  }),
  gameInfo('knoeffel', {
    titles: { de: 'Knöffel', en: 'Knöffel', it: 'Knöffel' },
    simultaneous: false,
    options: [
      { name: 'columns', default: 2, values: [1, 2, 3, 4, 5, 6, 'sequential'] },
      { name: 'five_is_full_house', default: false, values: [true, false] },
    ],
  }),
  gameInfo('kniffeliger', {
    titles: { de: 'Kniffeliger', en: 'Kniffeliger', it: 'Kniffeliger' },
    min_seats: 2,
    max_seats: 8,
    simultaneous: false,
    options: [
      { name: 'freeze', default: 'next_turn', values: ['next_turn', 'next_round'] },
      { name: 'cross_out', default: 'open', values: ['open', 'filled', 'any'] },
    ],
  }),
];

type Sheet = Record<string, unknown>;
const EXAMPLES = { knister, knaster, knapp_daneben: knapp, knoeffel, kniffeliger };
export type Game = keyof typeof EXAMPLES;
export const NAMED = Object.keys(EXAMPLES) as Game[];

/** The example sheet of a game. */
const sheet = (game: Game) => EXAMPLES[game].sheets[0] as Sheet;

/** An entry in each free cell or field. */
function open(game: Game): Choice[] {
  const { grid, rows, columns } = sheet(game) as {
    grid?: number[][];
    rows?: Record<string, number | null>;
    columns?: { fields: Record<string, number | null> }[];
  };
  const free = (fields: Record<string, number | null>) => Object.keys(fields).filter((key) => fields[key] === null);
  if (rows) return free(rows).map((row) => choice(row, { writes: row === 'ss' ? 0 : 18 }));
  if (columns)
    return columns.flatMap(({ fields }, i) => free(fields).map((key) => choice(`${key}.${i + 1}`, { writes: 18 })));
  const cells = (grid ?? []).flatMap((row, r) => row.flatMap((n, c) => (n ? [] : [`${'abcde'[c]}${r + 1}`])));
  if (game === 'knapp_daneben')
    return cells.flatMap((cell) => ['b', 'g'].map((die) => choice(cell + die, { writes: 8 })));
  return cells.map((cell) => choice(cell, { writes: 8, gain: 3 }));
}

const info = (game: Game) => ({
  ...EXAMPLES[game].info,
  round: 9,
  rounds: 25,
  dice: game === 'knister' || game === 'knaster' ? DICE.slice(0, 2) : DICE,
  ...(game === 'knister' || game === 'knaster' ? { number: 6 } : {}),
  ...(game === 'knoeffel' || game === 'kniffeliger' ? { rolls: 1, rolls_left: 2, kept: [], saved: [] } : {}),
  ...(game === 'kniffeliger' ? { stage: 'rolled', seat: 0 } : {}),
});

/** A position with this number of seats, in which the receiver may enter. */
export function deciding(game: Game, seats = 2, more: Partial<Position> = {}): Position {
  return position(game, {
    turn: turn({ seats: Array.from({ length: seats }, (_, i) => i) }),
    info: info(game),
    sheets: Array.from({ length: seats }, () => sheet(game)),
    scores: Array.from({ length: seats }, (_, i) => 80 + 7 * i),
    choices: [
      ...open(game),
      ...(game === 'knoeffel' || game === 'kniffeliger' ? ['', '3', '33', '5'].map((dice) => choice(`k${dice}`)) : []),
    ],
    last_roll: { seq: 4, seat: 0, dice: info(game).dice, die: 'pips' },
    ...more,
  });
}

/** A position before a roll, by the receiver or by another player. */
export const throwing = (game: Game, seats = 2, mine = true): Position =>
  deciding(game, seats, {
    turn: turn({ kind: 'chance', dice: info(game).dice.length, seat: mine ? 0 : 1, seats: [], may_roll: mine }),
    info: { ...info(game), rolls: 0, dice: [], number: 0 },
    choices: [],
    last_roll: null,
  });

/** A position in which the receiver waits for another player. */
export const waiting = (game: Game, seats = 2): Position =>
  deciding(game, seats, { turn: turn({ seats: [1] }), choices: [], can_undo: true });

const result = (seat: number, score: number, more: Partial<Result> = {}) =>
  resultOf({ seat, name: NAMES[seat] ?? '', score, ...more });

/** Results of a game, for the receiver. */
export const ended = {
  won: [result(0, 112), result(1, 96, { place: 2 })],
  lost: [result(0, 96, { place: 2 }), result(1, 112)],
  shared: [result(0, 96), result(1, 96)],
  solo: [result(0, 64, { rating: 'super', next_rating: 'brilliant', missing: 6 })],
};

export const over = (game: Game, results: Result[]): Position =>
  deciding(game, results.length, {
    turn: turn({ kind: 'over', seats: [] }),
    choices: [],
    scores: results.map(({ score }) => score),
    results,
  });

/** A position with action dice in hand, one of them for the next round, and with frozen and crossed-out rows. */
export const armed = (more: Partial<Position> = {}): Position => {
  const its = {
    ...sheet('kniffeliger'),
    frozen: ['5s'],
    frozen_next_round: ['ls'],
    crossed: ['pi'],
    action_dice: { steal: 1, freeze: 0, cross: 0, shift: 1, swap: 2 },
    action_dice_next_round: { steal: 0, freeze: 1, cross: 0, shift: 0, swap: 0 },
  };
  const choices = open('kniffeliger').filter(({ action }) => action !== '5s' && action !== 'pi');
  return deciding('kniffeliger', 2, { sheets: [its, sheet('kniffeliger')], choices, ...more });
};

/** A position after all entries, in which sheets may be shifted and swapped. */
export const shifting = () =>
  armed({
    info: { round: 14, dice: [], stage: 'shifting' },
    choices: ['shift', 'swap.1', 'end'].map((action) => choice(action)),
  });

/** Knöffel with this number of columns. */
export function columns(count: number): Position {
  const [first, second] = (sheet('knoeffel') as { columns: Sheet[] }).columns;
  const all = Array.from({ length: count }, (_, i) => (i % 2 ? second : first));
  return deciding('knoeffel', 1, { sheets: [{ columns: all, total: 164 }] });
}

/** A table with these players; the receiver is the host. */
export const table = (names: string[] = NAMES, more: Partial<Table> = {}): Table => made(names, more);

export const LOG = [
  entry(1, 'start', { game: 'knister' }),
  entry(2, 'roll', { seat: 0, dice: [3, 5], die: 'pips', game: 'knister' }),
  entry(3, 'move', { seat: 1, name: 'Ben', action: 'c3', writes: 8, gain: 3, game: 'knister' }),
  entry(4, 'away', { seat: 2, name: NAMES[2] ?? '', game: 'knister' }),
];

export const PEOPLE = NAMES.map((name, i) => ({ id: `p${i}`, name, table: null }));

export const CHATS: Chat[] = [
  'Hallo!',
  'Wer fängt an?',
  'Immer die, die fragt. Und danach geht es reihum, wie immer.',
].map((text, i) => ({
  type: 'chat',
  to: i === 1 ? 'p0' : 'table',
  sender: PEOPLE[i + 1] ?? PEOPLE[0]!,
  text,
  time: i,
  invitation: '',
  earlier: false,
  over_days: false,
}));

/** A client without a connection: commands have no effect. */
export function clientOf(table: Table, position: Position | null, more: Partial<TableClient> = {}): TableClient {
  const client: Partial<TableClient> = {
    code: table.code,
    table,
    position,
    log: LOG,
    chats: CHATS,
    invited: [],
    status: 'open',
    pending: [],
    busy: false,
    refusal: null,
    goneReason: null,
    clockOffsetMs: 0,
    talk: new Talk(),
    send: async () => {},
    act: () => {},
    roll: () => {},
    undo: () => {},
    watchSeat: () => {},
    report: async () => null,
    ...more,
  };
  return client as TableClient;
}

/** A pause that shows a position; null: no pause. */
export const pauseAt = (position: Position | null) =>
  ({ position, start: () => {}, end: () => {} }) as unknown as TurnPause;

const STATES = ['new', 'running', 'done', 'unranked', 'new'] as const;

export const DAY: DealDay = {
  day: '2026-11-25',
  ends: Date.now() + 5 * 3_600_000,
  now: Date.now(),
  streak: 12,
  deals: GAMES.map(({ name }, i) => ({
    game: name,
    options: {},
    commitment: 'c0ffee'.repeat(10),
    seed: null,
    state: STATES[i] ?? 'new',
    table: STATES[i] === 'new' ? null : 'ABCDEF',
    points: STATES[i] === 'done' ? 63 : null,
    players: 345,
  })),
  next_commitments: {},
};

const placed = (place: number, points: number, lost: number, you = false): DealResult => ({
  place,
  name: NAMES[place % NAMES.length] ?? '',
  points,
  lost,
  you,
});

export const STANDING: DealStanding = {
  day: DAY.day,
  game: 'knister',
  shown: true,
  players: 345,
  you: placed(76, 63, 9.5, true),
  your_skill: placed(76, 63, 9.5, true),
  percentile: 78.2,
  points: Array.from({ length: 12 }, (_, i) => placed(i + 1, 90 - i, i)),
  skill: Array.from({ length: 12 }, (_, i) => placed(i + 1, 90 - i, i)),
  histogram: Array.from({ length: 60 }, (_, i) => ({
    points: 20 + i,
    count: Math.round(20 * Math.exp(-((i - 30) ** 2) / 200)),
  })),
  master: 85,
  streak: 12,
};

/** A cup of three deals at the host's pace: the second one is open. */
export const CUP: CupState = {
  code: 'ABCDE',
  key: '',
  title: 'Class 4b',
  game: 'knister',
  options: {},
  opens: 0,
  closes: 4_000_000_000_000,
  by_code: true,
  named: true,
  ranking: 'points',
  paced: true,
  state: 'open',
  host: NAMES[3] ?? '',
  hosted: true,
  entry: 1,
  removed: false,
  removed_entries: [{ number: 4, name: 'Dieter' }],
  deals: (['closed', 'open', 'waiting'] as const).map((state, i) => ({
    number: i + 1,
    commitment: '',
    seed: null,
    state,
    mine: i === 0 ? 'done' : 'new',
    table: null,
    finished: [3, 1, 0][i] ?? 0,
    running: i === 1 ? 1 : 0,
    shown: i === 0,
  })),
  rows: [
    [30, 21],
    [27, null],
    [51, undefined],
  ].map((points, i) => ({
    place: [1, 3, 1][i] ?? 1,
    number: i + 1,
    name: i === 1 ? null : (NAMES[i] ?? ''),
    total: [51, 27, 51][i] ?? 0,
    lost: i === 1 ? null : 4.5,
    cells: [...points, undefined].map((each) =>
      each === undefined ? null : { points: each, share: each === null ? null : 50, lost: null },
    ),
    team: null,
    you: i === 0,
  })),
  poll_s: 3,
  every: 'week',
  round: 1,
  rounds: 2,
  latest: null,
  group: '',
  teams: null,
  team_rows: [],
};

export const TEAMS: Teams = { names: ['Rot', 'Blau'], chosen: true, ranking: 'mean', best: 0 };

export const GROUP: GroupState = {
  code: '4ABCDE',
  key: 'k',
  title: 'Familie Huber',
  by_code: true,
  host: NAMES[0] ?? '',
  size: 3,
  member: true,
  hosted: true,
  removed: false,
  members: [0, 1, 2].map((i) => ({
    id: String(i),
    name: NAMES[i] ?? '',
    joined: 0,
    here: i < 2,
    host: i === 0,
    you: i === 0,
  })),
  may_take_over: false,
  removed_members: [{ id: '9', name: 'Dieter' }],
  tables: [
    { code: 'ABCDEF', key: 'k', game: 'knister', playing: false, names: [NAMES[1] ?? ''], free: 2, days: null },
    { code: 'ABCDEG', key: 'k', game: 'knaster', playing: true, names: NAMES.slice(0, 2), free: 0, days: 3 },
  ],
  season: 1,
  poll_s: 4,
};

export const SLOW_GAMES: SlowGame[] = (['your_turn', 'waiting', 'over'] as const).map((state, i) => ({
  code: `SLOW0${i}`,
  game: GAMES[i]!.name,
  state,
  started: true,
  days: 3,
  round: 7 + i,
  seat: 0,
  seats: NAMES.slice(0, 3).map((name, seat) => ({
    name,
    bot: false,
    awaited: state !== 'over' && (seat === 0) === (state === 'your_turn'),
    away: false,
    score: state === 'over' ? 60 + seat : null,
  })),
  left: state === 'your_turn' ? 50_000_000 : null,
  changed: Date.now(),
  unread: i,
}));

export const PROGRESS: ThemeProgress[] = [
  {
    theme: 'diagonals',
    names: { de: 'Diagonalen', en: 'Diagonals', it: 'Diagonali' },
    exercises: 61,
    answered: 24,
    right: { mean: 0.67, low: 0.47, high: 0.82 },
    bots: 0.58,
    earlier: { mean: 0.5, low: 0.25, high: 0.75 },
    lately: { mean: 0.83, low: 0.55, high: 0.95 },
  },
];

export const THEMES: ThemeReport = {
  game: 'knister',
  games: 24,
  trend: 'better',
  themes: [
    {
      theme: 'diagonals',
      names: { de: 'Diagonalen', en: 'Diagonals', it: 'Diagonali' },
      rules: { de: 'Die Diagonalen zählen doppelt.', en: 'The diagonals count double.', it: 'Valgono doppio.' },
      lost: 13.2,
      low: 10.3,
      high: 16.1,
      peers: 4.1,
      levels: { beginner: 11.1, advanced: 2.9 },
      weakness: true,
      earlier: 14.2,
      lately: 12.3,
      trend: 'same',
    },
  ],
};

/** A reviewed game, with the points lost by phase and by the time taken. */
export const REVIEWED: ReviewedGame[] = [
  {
    table: 'ABCDEF',
    first: 1,
    game: 'knister',
    score: 60,
    seats: 2,
    others: ['Ben'],
    time: 0,
    skill: {
      accuracy: 80,
      luck: 1,
      kinds: {},
      themes: {},
      insights: {
        phase: {
          opening: { decisions: 8, lost: 1 },
          middle: { decisions: 9, lost: 4 },
          end: { decisions: 8, lost: 2 },
        },
        time: { quick: { decisions: 5, lost: 3 }, usual: { decisions: 15, lost: 3 } },
      },
    },
  },
];
