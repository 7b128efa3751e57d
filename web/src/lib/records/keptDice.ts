// What this browser keeps about the dice of games: the random bytes that it contributes, so that nobody can choose the
// dice, and the hashes that it was shown. After a game it compares them with the record (see the documentation on dice).
//
// The hash of the bytes, the *promise*, is sent before a game. The bytes are sent only when a hash is kept here of which the
// server has shown that it covers the promise, and never under two hashes, because a server that already knew them could
// choose the dice of the other game.

import { isDeviceTable } from '../offline/codes';
import { isGuestAt } from '../phones/guestTables';
import { loadData, saveData } from '../preferences/storage';
import { hashHex, hexOf } from './sha256';
import { coversPromise, type Verified } from './verify';

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
  /** This browser had a seat at a table of a server or another phone, which took no promise from it. */
  unasked?: boolean;
  /** The number of contributions when the dice were fixed. */
  players?: number;
  /**
   * What this browser had promised for the game. `sent`: it has sent the bytes. `refused`: it has not, because the hash
   * that was shown did not cover its promise.
   */
  own?: { seat: number; value: string; promise: string; sent: boolean; refused?: boolean };
}

interface Kept {
  promises: (Promised & { table: string })[];
  games: KeptGame[];
}

function load(): Kept {
  const kept = loadData<Kept | null>(KEY, null);
  return Array.isArray(kept?.promises) && Array.isArray(kept.games) ? kept : { promises: [], games: [] };
}

function save({ promises, games }: Kept): void {
  saveData(KEY, { promises: promises.slice(-MAX_PROMISES), games: games.slice(-MAX_GAMES) });
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
  /** The text of which the commitment is the hash, as long as the bytes are awaited. */
  message: string | null;
  /** All contributions are known, or left out. */
  fixed: boolean;
  /** The number of contributions. */
  players: number;
}

const find = ({ games }: Kept, table: string, game: number) =>
  games.find((other) => other.table === table && other.game === game);

/** Keep the hash that a running game shows. `early`: no dice have fallen. `deal`: others play on the same seed. */
export function keepShown(
  table: string,
  game: number,
  seat: number | null,
  dice: ShownDice,
  { early, deal = false }: { early: boolean; deal?: boolean },
): void {
  const kept = load();
  let entry = find(kept, table, game);
  if (!entry) {
    const mine = kept.promises.find((other) => other.table === table);
    const isOwn = mine !== undefined && seat !== null && (mine.promise === dice.promised || mine.accepted);
    // Nobody contributes to a deal, so a game for which the server took a promise is none.
    entry = { table, game, shown: [dice.commitment], early, deal: deal && !isOwn };
    if (isOwn) {
      const { value, promise } = mine;
      entry.own = { seat, value, promise, sent: false };
      kept.promises = kept.promises.filter((other) => other !== mine);
    }
    const isOwnTable = isDeviceTable(table) && !isGuestAt(table);
    entry.unasked = seat !== null && !isOwn && !deal && !isOwnTable;
    kept.games.push(entry);
  } else if (!entry.shown.includes(dice.commitment)) entry.shown.push(dice.commitment);
  if (dice.fixed) entry.players ??= dice.players;
  save(kept);
}

/**
 * The bytes that may be sent now: those of a promise that the first hash shown for the game covers, and no other one.
 *
 * `rules` is the name of the game that is played.
 */
export async function bytesToSend(
  table: string,
  game: number,
  seat: number | null,
  dice: ShownDice,
  rules: string,
): Promise<string | undefined> {
  const { commitment } = dice;
  const promised = keptGame(table, game)?.own?.promise;
  if (!dice.awaited || seat === null || promised === undefined || promised !== dice.promised) return undefined;
  const isCovered = await coversPromise(dice.message, { commitment, game: rules, seat, promise: promised });
  // Other windows may have kept something meanwhile.
  const kept = load();
  const entry = find(kept, table, game);
  const own = entry?.own;
  if (own?.seat !== seat || entry?.shown[0] !== commitment) return undefined;
  if (isCovered) own.sent = true;
  else own.refused = true;
  save(kept);
  return isCovered ? own.value : undefined;
}

export const keptGame = (table: string, game: number) => find(load(), table, game);

/** The game that showed this hash, for a record of which only the file is known. */
export const keptGameOf = (commitment: string) => load().games.find((kept) => kept.shown.includes(commitment));

/** How a record and what this browser kept compare. The first six are no contradiction. */
export type Comparison =
  | 'same'
  | 'late'
  | 'unknown'
  | 'absent'
  | 'unasked'
  | 'new_seed'
  | 'refused'
  | 'other_hash'
  | 'other_deal'
  | 'other_promise'
  | 'left_out'
  | 'other_players'
  | 'other_rolls';

export const isContradiction = (comparison: Comparison) =>
  ['refused', 'left_out'].includes(comparison) || comparison.startsWith('other_');

/**
 * Compare a record with what this browser kept.
 *
 * `rolls` are the last rolls of the game that the page has shown.
 */
export function compareWithKept(
  record: Pick<Verified, 'verdict' | 'commitment' | 'lost' | 'promised' | 'contributed' | 'rolls'>,
  kept: KeptGame | undefined,
  rolls: readonly (readonly number[])[] = [],
): Comparison {
  const last = record.rolls.slice(Math.max(record.rolls.length - rolls.length, 0));
  const differs = JSON.stringify(last) !== JSON.stringify(rolls);
  if (!kept) return differs ? 'other_rolls' : 'unknown';
  // Another hash is shown if the seed was lost, as with a host's phone. Then nothing is proven, so that a device need not
  // have seen it, and bytes may have been lost on their way. Before the first roll, the record does not tell.
  const isLost = kept.shown.length > 1 || record.lost > 0;
  if (kept.shown.at(-1) !== record.commitment && record.lost === 0) return 'other_hash';
  // Only a game that everybody saw to be a deal has a hash that covers the seed alone.
  if (record.verdict === 'deal' && !kept.deal) return 'other_deal';
  const { own } = kept;
  if (own) {
    if (record.promised[own.seat] !== own.promise) return 'other_promise';
    if (record.contributed[own.seat] === null && own.sent && !isLost) return 'left_out';
  }
  const players = record.contributed.filter((value) => value !== null).length;
  if (kept.players !== undefined && kept.players !== players && !isLost) return 'other_players';
  if (differs) return 'other_rolls';
  if (own?.refused) return 'refused';
  if (isLost) return 'new_seed';
  if (own && !own.sent) return 'absent';
  if (!kept.early) return 'late';
  return kept.unasked ? 'unasked' : 'same';
}
