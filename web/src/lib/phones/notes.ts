// What the pages at a table say to each other beside the messages of the table.

import type { TableCopy } from '../offline/protocol';
import type { Candidate, Local } from './description';

/** The version of these notes; the messages of the table have the same one. */
export const VERSION = 4;
/** Close codes after which a device is no guest any more: it was removed, there is no such table, or it sends too much. */
export const FINAL = new Set([1008, 4003, 4004, 4005]);
const MAX_CANDIDATES = 20;
const MAX_IDS = 100;
/** How many lines another guest gets in one answer. */
export const MAX_MORE = 200;

/** A guest's first note, and again for each new connection of the page to the table. */
export interface Hello {
  version: number;
  secret: string;
  name: string;
  /** How this guest will connect again. */
  spare: Local;
}

/** A device says that it leads the table: to a guest, or to another device that believes the same of itself. */
export interface Claim {
  /** The id of the device. */
  leads: string;
  /** The ids of its guests. */
  guests: string[];
  /** The number of lines of its log. */
  lines: number;
}

/** A step of connecting two guests: the host passes it on, with the id of the other one. */
export interface Introduction {
  device: string;
  /** In an answer: the `ufrag` of the offer that it answers. */
  to: string;
  local: Local;
}

/** What another guest has received of the log, and whether it is connected to a host. */
export interface Answer {
  more: string[];
  led: boolean;
}

/** A note says one of these things. */
export type Note = Partial<{
  hello: Hello;
  /** Where the one who says it waits for the other one, in case that a page is loaded again. */
  spare: Local;
  claim: Claim;
  step: Introduction;
  /** A guest asks another one, when the host is gone, for the lines of the log from this number on. */
  ask: number;
  answer: Answer;
  /** From the host: what to keep, who else is there, and that the connection ended. */
  copy: TableCopy;
  others: string[];
  closed: [code: number, reason: string];
}>;

// The other device is foreign: what it says is checked.

type Check = (value: unknown) => boolean;

const shaped =
  <T>(checks: { [K in keyof T]: Check }): Check =>
  (value) =>
    Object.entries<Check>(checks).every(([name, check]) => check((value as Record<string, unknown> | null)?.[name]));
const text =
  (pattern = /^/): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const list =
  (check: Check, max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(check);
const whole: Check = (value) => Number.isInteger(value);
const hash = text(/^[0-9a-f]{64}$/);
const ids = list(text(), MAX_IDS);
const local = shaped<Local>({
  ufrag: text(/^[\w+/]{4,64}$/),
  pwd: text(/^[\w+/]{22,64}$/),
  fingerprint: hash,
  candidates: list(shaped<Candidate>({ address: text(/^[\w.:-]{1,64}$/), port: whole }), MAX_CANDIDATES),
});
const CHECKS = new Map<string, Check>(
  Object.entries({
    hello: shaped<Hello>({ version: whole, secret: hash, name: text(), spare: local }),
    spare: local,
    claim: shaped<Claim>({ leads: text(), guests: ids, lines: whole }),
    step: shaped<Introduction>({ device: text(), to: text(), local }),
    ask: whole,
    answer: shaped<Answer>({ more: list(text(), MAX_MORE), led: (value) => typeof value === 'boolean' }),
    copy: shaped<Omit<TableCopy, 'summary'>>({ code: text(), first: whole, lines: list(text(), Infinity), heirs: ids }),
    others: ids,
    closed: (value) => Array.isArray(value) && whole(value[0]) && text()(value[1]),
  } satisfies Record<keyof Note, Check>),
);

/** The note in a text. @throws Error if it is none. */
export function readNote(data: string): Note {
  const note = JSON.parse(data) as Note;
  const parts = Object.entries(note);
  if (parts.length === 0 || !parts.every(([name, value]) => CHECKS.get(name)?.(value))) throw new Error('not a note');
  return note;
}
