// Checks that the rolls of a record follow from what was fixed before the first roll, as docs/dice.md describes.
import { canonicalLines, type Line } from './canonical';
import { rollLabels } from './rollLabels';
import { bytesOf, hashHex, hashText, hmacSha256 } from './sha256';

const utf8 = (text: string) => new TextEncoder().encode(text);
const isHex = (text: unknown, count: number): text is string =>
  typeof text === 'string' && text.length === 2 * count && /^[0-9a-f]*$/.test(text);

/** Reasons for which nothing can be checked. */
const WITHOUT_PROOF = ['no_seed', 'real', 'running', 'lost_all'] as const;
export type Problem =
  (typeof WITHOUT_PROOF)[number] | 'form' | 'commitment' | 'contribution' | 'label' | 'roll' | 'digest' | 'cut';

/** Why a record does not pass: the kind of problem, and the roll or seat `n` with the faces that differ. */
export class CheckFailed extends Error {
  readonly kind: Problem;
  readonly details: { n: number; found: string; expected: string };

  constructor(kind: Problem, n = 0, found = '', expected = '') {
    super(kind);
    this.kind = kind;
    this.details = { n, found, expected };
  }

  /** False if the record has nothing to check, which is no sign of a forgery. */
  get hasProof(): boolean {
    return !(WITHOUT_PROOF as readonly string[]).includes(this.kind);
  }
}

function check(condition: unknown, ...problem: ConstructorParameters<typeof CheckFailed>): asserts condition {
  if (!condition) throw new CheckFailed(...problem);
}

/** The face of a die: the first byte below 252 of the HMAC, modulo 6, plus 1. */
export async function face(hmac: Awaited<ReturnType<typeof hmacSha256>>, message: string): Promise<number> {
  for (let block = utf8(message); ;) {
    block = await hmac(block);
    const byte = block.find((value) => value < 252);
    if (byte !== undefined) return (byte % 6) + 1;
  }
}

const KEYS = {
  1: ['commitment', 'seed', 'shared', 'lost', 'promised', 'contributed'],
  2: ['version', 'commitment', 'seed', 'shared', 'lost', 'contributions', 'salt', 'names'],
};

/** By seat, the hashes that browsers promised and what they contributed. */
interface Contributions {
  promised: (string | null)[];
  contributed: (string | null)[];
}

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- checked value by value */
async function contributionsOf(dice: any, seats: number): Promise<Contributions> {
  let { promised, contributed } = dice;
  if (dice.version === 2) {
    check(Array.isArray(dice.contributions), 'form');
    contributed = dice.contributions.map((value: unknown) => (isHex(value, 16) ? value : null));
    promised = await Promise.all(
      dice.contributions.map((value: unknown) => (isHex(value, 16) ? hashHex(value) : value)),
    );
  }
  for (const values of [promised, contributed]) check(Array.isArray(values) && values.length === seats, 'form');
  for (const [seat, value] of contributed.entries()) {
    check(promised[seat] === null || isHex(promised[seat], 32), 'contribution', seat + 1);
    if (value === null) continue;
    check(isHex(value, 16) && (await hashHex(value)) === promised[seat], 'contribution', seat + 1);
  }
  return { promised, contributed };
}

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- checked value by value */
async function commitmentOf(header: any, promised: (string | null)[]): Promise<string> {
  const { version = 1, seed, shared, salt, names, lost = 0 } = header.dice;
  check(isHex(seed, 32), 'commitment');
  const seedHash = await hashHex(seed);
  if (version === 1) return seedHash;
  check(salt === undefined ? isHex(names, 32) : isHex(salt, 16) && names === undefined, 'form');
  const hashed = salt === undefined ? names : await hashText(JSON.stringify([salt, ...header.seats]));
  return hashText(JSON.stringify(['knobel dice 2', header.game, shared, seedHash, lost, promised, hashed]));
}

export interface Verified extends Contributions {
  version: 1 | 2;
  commitment: string;
  /** The faces of all rolls. */
  rolls: number[][];
  /** Number of first rolls that cannot be checked. */
  lost: number;
  /** The names are those at the start of the game. Version 1 does not tell. */
  hasNames: boolean;
  /** The hash covers all that the rolls follow from. */
  isBound: boolean;
}

/** Check a record. Throws a `CheckFailed`. */
export async function verifyRecord(record: Uint8Array<ArrayBuffer>): Promise<Verified> {
  const { text, header, events } = canonicalLines(record, () => new CheckFailed('form'));
  const { dice } = header;
  check(dice !== 'real', 'real');
  check(dice !== undefined && dice !== null, 'no_seed');
  const { version = 1, shared, commitment, lost = 0 } = dice;
  check(version === 1 || version === 2, 'form');
  check(Object.keys(dice).every((key) => KEYS[version as 1 | 2].includes(key)) && typeof shared === 'boolean', 'form');
  check(dice.seed !== undefined && dice.seed !== null, 'running');
  const rolls = events.filter((line): line is Line & { roll: number[] } => line.roll !== undefined);
  check(Number.isInteger(lost) && lost >= 0 && lost <= rolls.length, 'form');
  check(lost === 0 || lost < rolls.length, 'lost_all');
  const seats = header.seats.length;
  const contributions = await contributionsOf(dice, seats);
  check(commitment === (await commitmentOf(header, contributions.promised)), 'commitment');
  const hmac = await hmacSha256(bytesOf(dice.seed));
  const given = contributions.contributed.filter((value) => value !== null).join(',');
  const expected = rollLabels(header, events, (n) => new CheckFailed('label', n), () => new CheckFailed('cut')); // prettier-ignore
  for (const [i, { roll, label }] of rolls.entries()) {
    check(label === expected[i], 'label', i + 1);
    const faces = await Promise.all(roll.map((_, die) => face(hmac, `${label}/${die + 1}/${given}`)));
    check(i < lost || faces.join() === roll.join(), 'roll', i + 1, roll.join(' '), faces.join(' '));
  }
  const end = text.lastIndexOf(', "sha256": "');
  const digest = await hashText(text.slice(0, Math.max(end, 0)));
  check(text.slice(end) === `, "sha256": "${digest}"}\n`, 'digest');
  return {
    version,
    commitment,
    rolls: rolls.map(({ roll }) => roll),
    lost,
    ...contributions,
    hasNames: dice.salt !== undefined,
    isBound: version === 2 || (!shared && contributions.promised.every((value) => value === null)),
  };
}
