// What this browser keeps about the dice of games: the random bytes that it contributes, so that nobody can choose the
// dice, and the hashes that it was shown. After a game it compares them with the record (see the documentation on dice).
//
// The hash of the bytes, the *promise*, is sent before a game. The bytes are sent only when a hash that covers the promise
// is kept here, and never under two hashes, because a server that already knew them could choose the dice of the other game.

import { loadItem, saveItem } from '../preferences/storage';
import { hashHex, hexOf } from './sha256';
import type { Verified } from './verify';

const KEY = 'dice';
const BYTES = 16;
const MAX_PROMISES = 20;
const MAX_GAMES = 200;

export interface Promised {
  value: string;
  promise: string;
  /** The server has confirmed the promise. */
  accepted: boolean;
}

export interface KeptGame {
  table: string;
  /** The number of the table's game, from 1. */
  game: number;
  /** The hashes that were shown, in order; more than one only if the seed was lost during the game. */
  shown: string[];
  /** The first hash was shown before the first roll. */
  early: boolean;
  /** Others play on the same seed, so that it is published later. */
  deal: boolean;
  /** The number of contributions when the dice were fixed. */
  players?: number;
  /** What this browser had promised for the game. `sent`: it has sent the bytes. */
  own?: { seat: number; value: string; promise: string; sent: boolean };
}

interface Kept {
  promises: (Promised & { table: string })[];
  games: KeptGame[];
}

/** Where storage is disabled, everything is kept until the page is closed. */
let memory: string | undefined;

function load(): Kept {
  try {
    const kept = JSON.parse(loadItem(KEY) ?? memory ?? '') as Kept;
    return Array.isArray(kept.promises) && Array.isArray(kept.games) ? kept : { promises: [], games: [] };
  } catch {
    return { promises: [], games: [] };
  }
}

function save({ promises, games }: Kept): void {
  memory = JSON.stringify({ promises: promises.slice(-MAX_PROMISES), games: games.slice(-MAX_GAMES) });
  saveItem(KEY, memory);
}

export async function newPromise(): Promise<Promised> {
  const value = hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));
  return { value, promise: await hashHex(value), accepted: false };
}

/** Keep bytes for the next game of a table, instead of others. */
export function keepPromise(table: string, promised: Promised): void {
  const kept = load();
  save({ ...kept, promises: [...kept.promises.filter((other) => other.table !== table), { table, ...promised }] });
}

/** The promise for the next game of a table: the one that is kept, or else a new one, which is kept now. */
export async function promiseFor(table: string): Promise<Promised> {
  const made = await newPromise();
  const known = load().promises.find((other) => other.table === table);
  if (!known) keepPromise(table, made);
  return known ?? made;
}

/** Note that the server has confirmed a promise for the next game of a table. */
export function confirmPromise(table: string, promise: string): void {
  const known = load().promises.find((other) => other.table === table && other.promise === promise);
  if (known) keepPromise(table, { ...known, accepted: true });
}

export interface ShownDice {
  commitment: string;
  /** What the table says that this browser promised. */
  promised: string | null;
  /** The server waits for the bytes. */
  awaited: boolean;
  /** All contributions are known, or left out. */
  fixed: boolean;
  /** The number of contributions. */
  players: number;
}

/**
 * Keep the hash that a running game shows, and return the bytes that may be sent now: those of a promise that no other hash
 * covers. `early`: no dice have fallen. `deal`: others play on the same seed.
 */
export function keepShown(
  table: string,
  game: number,
  seat: number | null,
  dice: ShownDice,
  { early, deal = false }: { early: boolean; deal?: boolean },
): string | undefined {
  const kept = load();
  let entry = kept.games.find((other) => other.table === table && other.game === game);
  if (!entry) {
    const mine = kept.promises.find((other) => other.table === table);
    const isOwn = mine !== undefined && seat !== null && (mine.promise === dice.promised || mine.accepted);
    entry = { table, game, shown: [dice.commitment], early, deal };
    if (isOwn) {
      const { value, promise } = mine;
      entry.own = { seat, value, promise, sent: false };
      kept.promises = kept.promises.filter((other) => other !== mine);
    }
    kept.games.push(entry);
  } else if (!entry.shown.includes(dice.commitment)) entry.shown.push(dice.commitment);
  if (dice.fixed) entry.players ??= dice.players;
  const { own } = entry;
  const sends =
    dice.awaited && own?.seat === seat && own.promise === dice.promised && entry.shown[0] === dice.commitment;
  if (sends && own) own.sent = true;
  save(kept);
  return sends ? own?.value : undefined;
}

export const keptGame = (table: string, game: number) =>
  load().games.find((kept) => kept.table === table && kept.game === game);

/** The game that showed this hash, for a record of which only the file is known. */
export const keptGameOf = (commitment: string) => load().games.find((kept) => kept.shown.includes(commitment));

/** How a record and what this browser kept compare. The first four are no contradiction. */
export type Comparison =
  | 'same'
  | 'late'
  | 'unknown'
  | 'absent'
  | 'other_hash'
  | 'other_promise'
  | 'left_out'
  | 'other_players'
  | 'other_rolls';

export const isContradiction = (comparison: Comparison) => comparison === 'left_out' || comparison.startsWith('other_');

/**
 * Compare a record with what this browser kept.
 *
 * `rolls` are the last rolls of the game that the page has shown.
 */
export function compareWithKept(
  record: Pick<Verified, 'commitment' | 'lost' | 'promised' | 'contributed' | 'rolls'>,
  kept: KeptGame | undefined,
  rolls: readonly (readonly number[])[] = [],
): Comparison {
  const last = record.rolls.slice(Math.max(record.rolls.length - rolls.length, 0));
  const differs = JSON.stringify(last) !== JSON.stringify(rolls);
  if (!kept) return differs ? 'other_rolls' : 'unknown';
  // Another hash is shown only if the seed was lost, which the record then says.
  if (kept.shown.at(-1) !== record.commitment || (kept.shown.length > 1 && record.lost === 0)) return 'other_hash';
  const { own } = kept;
  if (own) {
    if (record.promised[own.seat] !== own.promise) return 'other_promise';
    if (record.contributed[own.seat] === null && own.sent) return 'left_out';
  }
  const players = record.contributed.filter((value) => value !== null).length;
  if (kept.players !== undefined && kept.players !== players) return 'other_players';
  if (differs) return 'other_rolls';
  if (own && !own.sent) return 'absent';
  return kept.early ? 'same' : 'late';
}
