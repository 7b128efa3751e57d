// The messages between the page and the worker that plays without a server.

import type { Lockfile } from 'pyodide';
import type { GameInfo } from '../../wire';
import type { EngineFiles } from './engine';

/** What is built beside the page: the folder of the interpreter, its files, and the games with their bots. */
export interface OfflinePack {
  folder: string;
  files: string[];
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
  | { kind: 'request'; id: number; method: string; path: string; body: string; table: string | null }
  | { kind: 'open'; socket: number; table: string; person: string }
  | { kind: 'send'; socket: number; data: string }
  | { kind: 'close'; socket: number }
  | { kind: 'forget'; table: string };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { kind: 'storage'; /** False if tables are only in memory, because the browser stores nothing. */ works: boolean }
  | { kind: 'answer'; id: number; status: number; body: string }
  | { kind: 'opened'; socket: number }
  | {
      kind: 'engine';
      game: string;
      /** How much of the engine is loaded; null if it cannot be. */ share: number | null;
    }
  | { kind: 'message'; socket: number; data: string }
  | { kind: 'closed'; socket: number; code: number; reason: string };

/** What the Python code returns after each call. */
export interface Effects {
  stored: StoredTable[];
  messages: [socket: number, data: string][];
  closed: [socket: number, code: number, reason: string][];
  wait: number | null;
  answer: [status: number, body: string] | null;
}
