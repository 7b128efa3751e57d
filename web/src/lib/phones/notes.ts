// What the pages at a table say to each other beside the messages of the table.

import type { TableCopy } from '../offline/protocol';
import type { Local } from './description';

/** The version of these notes; the messages of the table have the same one. */
export const VERSION = 2;
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
  step: 'offer' | 'answer';
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

const areTexts = (value: unknown, max: number): value is string[] =>
  Array.isArray(value) && value.length <= max && value.every((each) => typeof each === 'string');

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

export function isClaim(note: unknown): note is Claim {
  const { leads, guests, lines } = (note ?? {}) as Partial<Record<keyof Claim, unknown>>;
  return typeof leads === 'string' && areTexts(guests, MAX_IDS) && Number.isInteger(lines);
}

export function isIntroduction(note: unknown): note is Introduction {
  const { device, step, local } = (note ?? {}) as Partial<Record<keyof Introduction, unknown>>;
  return typeof device === 'string' && (step === 'offer' || step === 'answer') && isLocal(local);
}

export const isQuestion = (note: unknown): note is Question =>
  Number.isInteger((note as Partial<Question> | null)?.ask);

export function isAnswer(note: unknown): note is Answer {
  const { more, led } = (note ?? {}) as Partial<Record<keyof Answer, unknown>>;
  return areTexts(more, MAX_LINES) && typeof led === 'boolean';
}
