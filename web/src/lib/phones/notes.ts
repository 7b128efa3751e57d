// What the pages at a table say to each other beside the messages of the table.

import type { TableCopy } from '../offline/protocol';
import type { Candidate, Local } from './description';

/** The version of these notes; the messages of the table have the same one. */
export const VERSION = 3;
/** Close codes after which a device is no guest any more: it was removed, there is no such table, or it sends too much. */
export const FINAL = new Set([1008, 4003, 4004, 4005]);
const MAX_CANDIDATES = 20;
const MAX_IDS = 100;
const MAX_LINES = 400;

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

/** A guest asks others, when the host is gone: for the lines of the log from this number on. */
export interface Question {
  ask: number;
}

/** The answer: these lines, and whether the one who was asked is connected to a host. */
export interface Answer {
  more: string[];
  led: boolean;
}

/** A host's notes: what to keep, where the host waits for the guest, who else is there, and that the connection ended. */
export type HostNote =
  | Claim
  | { copy: TableCopy }
  | SpareNote
  | { others: string[] }
  | Introduction
  | { closed: [code: number, reason: string] };

// A guest is foreign: what it says is checked.

type Check = (value: unknown) => boolean;

const shaped =
  <T>(checks: { [K in keyof T]: Check }) =>
  (note: unknown): note is T =>
    Object.entries<Check>(checks).every(([name, check]) => check((note as Record<string, unknown> | null)?.[name]));
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
const local = shaped<Local>({
  ufrag: text(/^[\w+/]{4,64}$/),
  pwd: text(/^[\w+/]{22,64}$/),
  fingerprint: hash,
  candidates: list(shaped<Candidate>({ address: text(/^[\w.:-]{1,64}$/), port: whole }), MAX_CANDIDATES),
});

export const isHello = shaped<Hello>({ hello: whole, secret: hash, name: text(), spare: local });
export const isClaim = shaped<Claim>({ leads: text(), guests: list(text(), MAX_IDS), lines: whole });
export const isIntroduction = shaped<Introduction>({ device: text(), to: text(), local });
export const isQuestion = shaped<Question>({ ask: whole });
export const isAnswer = shaped<Answer>({
  more: list(text(), MAX_LINES),
  led: (value) => typeof value === 'boolean',
});
const hasSpare = shaped<SpareNote>({ spare: local });
export const isSpareNote = (note: unknown): note is SpareNote => hasSpare(note) && !('hello' in note);
