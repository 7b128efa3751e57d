// The random bytes with which this browser contributes to the dice of a game, so that nobody can choose them. Their hash
// is sent before the server fixes its seed, the bytes when the game has started (see the documentation on dice).

import { sha256 } from '../records/sha256';
import { loadItem, saveItem } from '../preferences/storage';

const KEY = 'contributions';
const BYTES = 16;
/** A browser plays at few tables at once. */
const MOST_KEPT = 20;

type Kept = [table: string, value: string][];

function load(): Kept {
  try {
    const kept = JSON.parse(loadItem(KEY) ?? '[]') as Kept;
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function newContribution(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(BYTES)));
}

/** The SHA-256 hash of the bytes. */
export async function commitmentOf(value: string): Promise<string> {
  return toHex(await sha256(Uint8Array.from(value.match(/../g) ?? [], (pair) => parseInt(pair, 16))));
}

/** Keep the bytes for the next game of a table. */
export function keepContribution(table: string, value: string): void {
  const others = load().filter(([code]) => code !== table);
  saveItem(KEY, JSON.stringify([...others, [table, value]].slice(-MOST_KEPT)));
}

/** The bytes that are kept for the next or the running game of a table. */
export function keptContribution(table: string): string | undefined {
  return load().find(([code]) => code === table)?.[1];
}

/** Forget the bytes of a table, because a game has used them. */
export function forgetContribution(table: string): void {
  saveItem(KEY, JSON.stringify(load().filter(([code]) => code !== table)));
}
