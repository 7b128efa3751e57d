// What the pages of a host and a guest say to each other beside the messages of the table.

import type { TableCopy } from '../offline/protocol';

/** The version of these notes; the messages of the table have the same one. */
export const VERSION = 1;

/** A guest's first note, and again for each new connection of the page to the table. */
export interface Hello {
  hello: number;
  secret: string;
  name: string;
}

/** A host's notes: what to keep, and that the connection to the table ended. */
export type HostNote = { copy: TableCopy } | { closed: [code: number, reason: string] };

export function isHello(note: unknown): note is Hello {
  const { hello, secret, name } = (note ?? {}) as Partial<Record<keyof Hello, unknown>>;
  return typeof hello === 'number' && typeof secret === 'string' && secret.length === 64 && typeof name === 'string';
}
