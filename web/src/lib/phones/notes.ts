// What the pages of a host and a guest say to each other beside the messages of the table.

import type { TableCopy } from '../offline/protocol';
import type { Local } from './description';

/** The version of these notes; the messages of the table have the same one. */
export const VERSION = 1;
const MAX_CANDIDATES = 20;

/** A guest's first note, and again for each new connection of the page to the table. */
export interface Hello {
  hello: number;
  secret: string;
  name: string;
  /** How this guest will connect again. */
  spare: Local;
}

/** A guest's answer to the host's `spare`: where the guest waits for the host. */
export interface SpareNote {
  spare: Local;
}

/** A host's notes: what to keep, where the host waits for the guest, and that the connection to the table ended. */
export type HostNote = { copy: TableCopy } | SpareNote | { closed: [code: number, reason: string] };

/** A guest is foreign: what it says of itself is checked. */
function isLocal(value: unknown): value is Local {
  const { ufrag, pwd, fingerprint, candidates } = (value ?? {}) as Partial<Record<keyof Local, unknown>>;
  return (
    typeof ufrag === 'string' &&
    /^[\w+/]{4,64}$/.test(ufrag) &&
    typeof pwd === 'string' &&
    /^[\w+/]{22,64}$/.test(pwd) &&
    typeof fingerprint === 'string' &&
    /^[0-9a-f]{64}$/.test(fingerprint) &&
    Array.isArray(candidates) &&
    candidates.length <= MAX_CANDIDATES &&
    candidates.every((each: unknown) => {
      const { address, port } = (each ?? {}) as Record<string, unknown>;
      return typeof address === 'string' && /^[\w.:-]{1,64}$/.test(address) && Number.isInteger(port);
    })
  );
}

export const isSpareNote = (note: unknown): note is SpareNote =>
  isLocal((note as Partial<SpareNote> | null)?.spare) && !('hello' in (note as object));

export function isHello(note: unknown): note is Hello {
  const { hello, secret, name, spare } = (note ?? {}) as Partial<Record<keyof Hello, unknown>>;
  return (
    typeof hello === 'number' &&
    typeof secret === 'string' &&
    /^[0-9a-f]{64}$/.test(secret) &&
    typeof name === 'string' &&
    isLocal(spare)
  );
}
