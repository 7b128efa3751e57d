// Checks that the rolls of a record follow from the seed that was fixed before the first roll, as docs/dice.md describes.
import { hmacSha256, sha256 } from './sha256';

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const hash = async (bytes: Uint8Array<ArrayBuffer>) => hexOf(await sha256(bytes));

export type Problem = 'no_seed' | 'real' | 'running' | 'seed' | 'contribution' | 'label' | 'roll' | 'digest';

/** Why a record does not pass: the kind of problem, and the roll or seat `n` with the faces that differ. */
export class CheckFailed extends Error {
  readonly kind: Problem;
  readonly details: { n: number; found: string; expected: string };

  constructor(kind: Problem, n = 0, found = '', expected = '') {
    super(kind);
    this.kind = kind;
    this.details = { n, found, expected };
  }
}

/** The face of a die: the first byte below 252 of the HMAC, modulo 6, plus 1. */
export async function face(hmac: Awaited<ReturnType<typeof hmacSha256>>, message: string): Promise<number> {
  for (let block = utf8(message); ;) {
    block = await hmac(block);
    const byte = block.find((value) => value < 252);
    if (byte !== undefined) return (byte % 6) + 1;
  }
}

interface Line {
  roll?: number[];
  label?: string;
  seat?: number;
  move?: string;
}

/** The label that the place of each roll in the game requires, or null if its turn is not in order. */
function labels(game: string, seats: number, shared: boolean, lines: Line[]): (string | null)[] {
  if (['knister', 'knaster', 'knapp_daneben'].includes(game))
    return lines.filter(({ roll }) => roll).map((_, i) => `${i + 1}/-/pips/1`);
  let [round, seat, turn, thrown] = [0, 0, -1, 0];
  return lines.flatMap(({ roll, label = '' }, i) => {
    if (!roll) return [];
    const again = /^[kf][1-6]{0,4}$/.test(lines[i - 1]?.move ?? '');
    const action = game === 'kniffeliger' && roll.length === 1 && !again;
    if (!again && !action) {
      const before = turn;
      [round, seat, thrown] = [parseInt(label), lines[i + 1]?.seat ?? -1, 0];
      turn = (round - 1) * seats + seat;
      // Turns without rolls exist only in Kniffeliger.
      if (game === 'kniffeliger' ? turn <= before : turn !== before + 1) return [null];
    }
    return [`${round}/${shared ? '-' : seat}/${action ? 'action/1' : `pips/${++thrown}`}`];
  });
}

export async function verifyRecord(record: string) {
  const [header, ...lines] = record.split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line)); // prettier-ignore
  const { dice } = header;
  if (dice === 'real') throw new CheckFailed('real');
  if (!dice) throw new CheckFailed('no_seed');
  if (!dice.seed) throw new CheckFailed('running');
  if ((await hash(bytesOf(dice.seed))) !== dice.commitment) throw new CheckFailed('seed');
  const given: string[] = dice.contributed.filter((value: string | null) => value !== null);
  for (const [seat, value] of dice.contributed.entries())
    if (value !== null && (await hash(bytesOf(value))) !== dice.promised[seat])
      throw new CheckFailed('contribution', seat + 1);
  const hmac = await hmacSha256(bytesOf(dice.seed));
  const rolls: Required<Line>[] = lines.filter(({ roll }: Line) => roll);
  const expected = labels(header.game, header.seats.length, dice.shared, lines);
  for (const [i, { roll, label }] of rolls.entries()) {
    if (label !== expected[i]) throw new CheckFailed('label', i + 1);
    const faces = await Promise.all(roll.map((_, die) => face(hmac, `${label}/${die + 1}/${given.join(',')}`)));
    if (i >= (dice.lost ?? 0) && faces.join() !== roll.join())
      throw new CheckFailed('roll', i + 1, roll.join(' '), faces.join(' '));
  }
  const end = record.lastIndexOf(', "sha256": "');
  const digest = await hash(utf8(record.slice(0, Math.max(end, 0))));
  if (record.slice(end) !== `, "sha256": "${digest}"}\n`) throw new CheckFailed('digest');
  const promised = dice.promised.filter((value: string | null) => value !== null).length;
  return { commitment: dice.commitment as string, rolls: rolls.length, lost: dice.lost ?? 0, contributed: given.length, promised }; // prettier-ignore
}
