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

const COMMON = ['version', 'commitment', 'seed', 'shared', 'lost'];
/** By version; version 3 has the keys of version 2. */
const KEYS = [
  ['commitment', 'seed', 'shared', 'lost', 'promised', 'contributed'],
  [...COMMON, 'contributions', 'salt', 'names'],
];
const VERSION = 3;

/** By seat, the hashes that browsers promised and what they contributed. */
interface Contributions {
  promised: (string | null)[];
  contributed: (string | null)[];
}

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- checked value by value */
async function contributionsOf(dice: any, seats: number): Promise<Contributions> {
  let { promised, contributed } = dice;
  if (dice.deal !== undefined) promised = contributed = Array<null>(seats).fill(null);
  else if (dice.version !== undefined) {
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
  const { version = 1, deal, seed, shared, salt, names, lost = 0 } = header.dice;
  check(isHex(seed, 32), 'commitment');
  const seedHash = await hashHex(seed);
  if (version === 1 || deal !== undefined) return seedHash;
  check(salt === undefined ? isHex(names, 32) : isHex(salt, 16) && names === undefined, 'form');
  const hashed = salt === undefined ? names : await hashText(JSON.stringify([salt, ...header.seats]));
  return hashText(JSON.stringify([`knobel dice ${version}`, header.game, shared, seedHash, lost, promised, hashed]));
}

/**
 * What the browser must know of a commitment before it sends its bytes.
 *
 * True if the message, of which the commitment is the hash, is one of the newest version in which this seat's browser has
 * this promise. Under the hash of a seed alone the server could still choose the bytes of other seats.
 */
export async function coversPromise(
  message: string | null,
  expected: { commitment: string; game: string; seat: number; promise: string },
): Promise<boolean> {
  try {
    if (message === null || (await hashText(message)) !== expected.commitment) return false;
    const parts = JSON.parse(message);
    const [tag, game, shared, seedHash, lost, promised, names] = parts;
    return (
      JSON.stringify(parts) === message &&
      parts.length === 7 &&
      tag === `knobel dice ${VERSION}` &&
      game === expected.game &&
      typeof shared === 'boolean' &&
      isHex(seedHash, 32) &&
      lost === 0 &&
      Array.isArray(promised) &&
      promised[expected.seat] === expected.promise &&
      isHex(names, 32)
    );
  } catch {
    return false;
  }
}

/** What a record without contradictions proves; the first two are good. The documentation on dice explains them. */
export type Verdict = 'proven' | 'deal' | 'no_names' | 'version_1' | 'lost';

export interface Verified extends Contributions {
  verdict: Verdict;
  commitment: string;
  /** The faces of all rolls. */
  rolls: number[][];
  /** Number of first rolls that cannot be checked. */
  lost: number;
}

export const isProven = ({ verdict }: Verified) => verdict === 'proven' || verdict === 'deal';

/* eslint-disable-next-line @typescript-eslint/no-explicit-any -- checked before */
function verdictOf({ version = 1, deal, salt, lost = 0 }: any): Verdict {
  if (lost > 0) return 'lost';
  if (deal !== undefined) return 'deal';
  if (version === 1) return 'version_1';
  return salt === undefined ? 'no_names' : 'proven';
}

/** Check a record. Throws a `CheckFailed`. */
export async function verifyRecord(record: Uint8Array<ArrayBuffer>): Promise<Verified> {
  const { text, header, events } = canonicalLines(record, () => new CheckFailed('form'));
  const { dice } = header;
  check(dice !== 'real', 'real');
  check(dice !== undefined && dice !== null, 'no_seed');
  const { version = 1, deal, shared, commitment, lost = 0 } = dice;
  check(Number.isInteger(version) && version >= 1 && version <= VERSION, 'form');
  check(version > 1 || dice.version === undefined, 'form');
  const known = deal !== undefined ? [...COMMON, 'deal'] : (KEYS[Math.min(version, 2) - 1] ?? []);
  check(Object.keys(dice).every((key) => known.includes(key)) && typeof shared === 'boolean', 'form');
  check(deal === undefined || (deal === true && !shared), 'form');
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
  return { verdict: verdictOf(dice), commitment, rolls: rolls.map(({ roll }) => roll), lost, ...contributions };
}
