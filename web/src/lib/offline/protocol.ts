// The messages between the page and the worker that plays without a server.

import type { Lockfile } from 'pyodide';
import type { GameInfo, GivenAnswer } from '../../wire';
import type { EngineFiles } from './engine';

/** What is built beside the page: the folder of the interpreter, its files, and the games with their bots. */
export interface OfflinePack {
  folder: string;
  files: string[];
  /** The archive with the modules of the coach. */
  coach: string;
  /** The interpreter's list of packages. */
  lock: Lockfile;
  games: GameInfo[];
  /** The engines that can be loaded, by game. */
  engines?: Record<string, EngineFiles>;
}

/** What a list of tables shows. */
export interface TableSummary {
  game: string;
  state: 'open' | 'playing' | 'over';
  names: string[];
  scores: number[] | null;
  games_played: number;
  /** The owner's results; tables of older versions of the page have none. */
  results?: OwnResult[] | null;
}

/** The owner's result in a finished game, which began at seq `first` of its table's log. */
export interface OwnResult {
  first: number;
  game: string;
  seat: number;
  score: number;
  seats: number;
  time: number;
}

/** A review as it is stored in this browser. The key is that of its game: the table's code, a space and `first`. */
export interface StoredReview {
  key: string;
  stamp: string;
  data: string;
}

/** How well the owner played a game, and its mistakes to practise. Only the Python code reads them. */
export interface StoredSkill {
  key: string;
  skill: unknown;
  cards: unknown[];
}

/** The owner's first try at a deal of the day, whose id is the key; `table` is null after the table was deleted. */
export interface StoredTry {
  key: string;
  table: string | null;
  over: boolean;
  points: number | null;
}

/** An answer of the owner to a shipped exercise, which its game, the exercise's key and the time identify. */
export type StoredAnswer = GivenAnswer & { game: string };

/** What the worker loads before an answer goes on (`knobel.offline.messages`). */
export interface Need {
  kind: 'table' | 'review' | 'shelf' | 'tries' | 'everything' | 'engine' | 'coach';
  name: string;
}

/** A step of the answer to a request: a part of its body, or the share of the work that is done. */
export interface AnswerStep {
  status: number;
  text: string;
  share: number | null;
  /** The mistakes that a review found in this step, as a list of `CoachDecision` in JSON; empty if there are none. */
  mistakes: string;
  done: boolean;
}

/** A table as it is stored in this browser: its log, the seed of its dice, and a summary. */
export interface StoredTable {
  code: string;
  seed: string | null;
  lines: string[];
  summary: TableSummary;
  /** The time of the last change (ms since 1970). */
  changed?: number;
}

/** What a guest's socket has beside the person: their name, and the id of this device for others. */
export interface GuestOf {
  name: string;
  host: string;
}

/** What the device of a guest keeps of a table: the lines of its log from `first` on, and a summary. */
export interface TableCopy {
  code: string;
  first: number;
  lines: string[];
  summary: TableSummary;
  /** The ids of the devices that lead the table, in this order, when that of the host is gone. */
  heirs: string[];
}

/** The copy of a table whose host is gone, and lines that another guest, the source, has received after it. */
export interface InheritedTable {
  code: string;
  lines: string[];
  /** The ids of this device and of the source for others. */
  own: string;
  source: string;
  more: string[];
}

export type ToWorker =
  | {
      kind: 'start';
      folder: string;
      lock: Lockfile;
      /** The engines that can be loaded, with the addresses of their files. */
      engines: Record<string, EngineFiles>;
      /** Factor of bots' thinking time, for tests. */
      pace?: number;
    }
  | { kind: 'request'; id: number; method: string; path: string; body: string; person: string }
  | { kind: 'cancel'; id: number }
  | { kind: 'open'; socket: number; table: string; person: string; guest?: GuestOf | undefined }
  | { kind: 'send'; socket: number; data: string }
  | { kind: 'close'; socket: number }
  | { kind: 'forget'; table: string }
  | { kind: 'inherit'; table: InheritedTable };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'storage'; /** False if tables are only in memory, because the browser stores nothing. */ works: boolean }
  | ({ kind: 'answer'; id: number } & AnswerStep)
  | { kind: 'opened'; socket: number }
  | {
      kind: 'engine';
      game: string;
      /** How much of the engine is loaded; null if it cannot be. */ share: number | null;
    }
  | { kind: 'message'; socket: number; data: string }
  | { kind: 'copy'; socket: number; copy: TableCopy }
  | { kind: 'closed'; socket: number; code: number; reason: string };

/** What the Python code returns after each call. */
export interface Effects {
  stored: StoredTable[];
  reviews: StoredReview[];
  skills: StoredSkill[];
  tries: StoredTry[];
  answers: StoredAnswer[];
  messages: [socket: number, data: string][];
  copies: [socket: number, copy: TableCopy][];
  closed: [socket: number, code: number, reason: string][];
  wait: number | null;
  /** How much of an engine is prepared that is loaded already. */
  engine: [game: string, share: number] | null;
  answer: (AnswerStep & { need: Need | null }) | null;
}
