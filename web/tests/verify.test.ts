import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { KeptGame } from '../src/lib/records/keptDice';
import { checkOwn } from '../src/lib/records/ownCheck';
import { CheckFailed, coversPromise, isProven, verifyRecord } from '../src/lib/records/verify';
import { bytes, formCases, goldenDice, sealed } from './goldenDice';

const RECORDS = Object.fromEntries(goldenDice('.'));
const GAMES = Object.keys(RECORDS);
const VERDICTS = Object.fromEntries(goldenDice('verdicts'));
const record = (game: string) => RECORDS[game]!;
const verified = (text: string) => verifyRecord(bytes(text));
/** Records of version 1, of two browsers of which one contributed. */
const OLD = { verdict: 'version_1', lost: 0, contributed: [expect.any(String), null] };

async function problem(text: string): Promise<string> {
  try {
    await verified(text);
  } catch (error) {
    if (error instanceof CheckFailed) return error.kind;
    throw error;
  }
  return '';
}

/** The page's line about a record, on a device that was shown its hash before the first roll. */
async function ownCheck(text: string, more: Partial<KeptGame> = {}) {
  const shown = [JSON.parse(text.split('\n')[0]!).dice.commitment as string];
  const kept = { table: 'A', game: 1, shown, early: true, deal: text.includes('"deal": true'), ...more };
  return checkOwn(bytes(text), () => kept);
}

describe('every game with every value of every option', () => {
  it.each(goldenDice('options'))('is proven: %s', async (_, text) => {
    expect((await verified(text)).verdict).toBe('proven');
    expect(await ownCheck(text)).toMatchObject({
      isBad: false,
      text: expect.stringContaining('before the first roll'),
    });
  });
});

describe('a game that this page does not know', () => {
  const hash = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

  it.each(['knister', 'knoeffel-columns-1', 'knoeffel-shared'])('is proven like %s', async (like) => {
    const [first, ...events] = Object.fromEntries(goldenDice('options'))[like]!.split('\n');
    const header = JSON.parse(first!);
    const { seed, shared, contributions, salt } = header.dice;
    const sha256 = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
    const promised = contributions.map((value: string | null) => value && sha256(value));
    const names = hash([salt, ...header.seats]);
    const commitment = hash(['knobel dice 3', 'kniffel', shared, sha256(seed), 0, promised, names]);
    const other = first!.replace(`"${header.game}"`, '"kniffel"').replace(header.dice.commitment, commitment);
    expect((await verified(sealed([other, ...events].join('\n')))).verdict).toBe('proven');
  });
});

describe('the verdict', () => {
  it.each(Object.entries(VERDICTS))('%s is said in one sentence everywhere', async (verdict, text) => {
    const result = await verified(text);
    expect(result.verdict).toBe(verdict);
    const own = await ownCheck(text);
    expect(own.isBad).toBe(!isProven(result));
    expect(own.text.startsWith('Not proven')).toBe(own.isBad);
    // Also on a device that has kept nothing.
    expect((await checkOwn(bytes(text), () => undefined)).isBad).toBe(own.isBad);
  });

  it('is bad if another seed was shown before the first roll', async () => {
    const { commitment } = JSON.parse(VERDICTS.proven!.split('\n')[0]!).dice;
    const own = await ownCheck(VERDICTS.proven!, { shown: ['b', commitment] });
    expect(own).toMatchObject({ isBad: true, text: expect.stringContaining('Not proven') });
  });

  it('is bad for a deal that was none on this device', async () => {
    expect(await ownCheck(VERDICTS.deal!, { deal: false })).toMatchObject({ isBad: true });
  });
});

describe('the form of a record', () => {
  it.each(formCases())('$name', async ({ old, new: now, passes }) => {
    const text = VERDICTS.proven!;
    expect(text).toContain(old);
    expect(await problem(sealed(text.replace(old, now)))).toBe(passes ? '' : 'form');
  });
});

describe('a commitment', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const [promise, other, seed] = ['a', 'b', 'c'].map((text) => hash(text));
  const parts = ['knobel dice 3', 'knister', false, seed, 0, [other, promise], hash('names')];
  const covers = (message: string | null, commitment = hash(message ?? '')) =>
    coversPromise(message, { commitment, game: 'knister', seat: 1, promise: promise! });
  const changed = (place: number, value: unknown) =>
    JSON.stringify(parts.map((part, i) => (i === place ? value : part)));

  it('covers a promise by its message', async () => {
    expect(await covers(JSON.stringify(parts))).toBe(true);
  });

  it.each([
    ['without a message, as that of a seed alone', null],
    ['the hash of a seed', seed!],
    ['of version 2', changed(0, 'knobel dice 2')],
    ['of an unknown version', changed(0, 'knobel dice 4')],
    ['of another game', changed(1, 'knaster')],
    ['with neither true nor false', changed(2, 0)],
    ['with another seed than a hash', changed(3, seed!.slice(2))],
    ['of rolls whose seed was lost', changed(4, 1)],
    ['without the promise', changed(5, [other, null])],
    ['with the promise at another seat', changed(5, [promise, other])],
    ['with a text of promises', changed(5, `0${promise}`)],
    ['without names', changed(6, null)],
    ['with more parts', JSON.stringify([...parts, 0])],
    ['in another form', `${JSON.stringify(parts)} `],
    ['of an object', JSON.stringify({ ...parts, length: 7 })],
    ['of no JSON', 'knobel dice 3'],
  ])('is refused %s', async (_, message) => {
    expect(await covers(message)).toBe(false);
  });

  it('is refused if it is not the hash of the message', async () => {
    expect(await covers(JSON.stringify(parts), hash(seed!))).toBe(false);
  });
});

describe('records', () => {
  it.each(GAMES)('of %s are verified', async (game) => {
    expect(await verified(record(game))).toMatchObject(OLD);
  });

  it.each(GAMES)('of %s are verified without HTTPS', async (game) => {
    vi.stubGlobal('crypto', {});
    expect(await verified(record(game))).toMatchObject(OLD);
    vi.unstubAllGlobals();
  });

  it('that were changed are recognised', async () => {
    const text = record('knister');
    const roll = /\{"roll": \[(\d), (\d)\]/.exec(text);
    expect(roll).not.toBeNull();
    const forged = text.replace(roll![0], `{"roll": [${(Number(roll![1]) % 6) + 1}, ${roll![2]}]`);
    expect(await problem(forged)).toBe('roll');
    expect(await problem(text.replace('"Ann"', '"Bob"'))).toBe('digest');
    expect(await problem(text.slice(0, -1))).toBe('form');
    expect(await problem(text.replace(/"seed": "../, '"seed": "00'))).toBe('commitment');
    expect(await problem(text.replace(/"contributed": \["../, '"contributed": ["ff'))).toBe('contribution');
    expect(await problem(text.replace('"label": "2/-/', '"label": "1/-/'))).toBe('label');
  });

  it.each(['knoeffel', 'kniffeliger'])('of %s with rolls of another place are recognised', async (game) => {
    const lines = record(game).split('\n');
    const at = (label: string) => lines.findIndex((line) => line.includes(`"label": "${label}"`));
    const pairs: [number, number][] = [
      [at('1/0/pips/1'), at('1/1/pips/1')],
      [at('1/0/pips/1'), at('3/0/pips/1')],
      [at('2/1/pips/1'), at('3/1/pips/1')],
    ];
    for (const pair of pairs) {
      expect(Math.min(...pair)).toBeGreaterThan(0);
      const forged = lines.map((line, i) => (pair.includes(i) ? lines[pair[0] + pair[1] - i] : line));
      expect(await problem(forged.join('\n'))).toBe('label');
    }
  });

  it('without a seed say why', async () => {
    const header = '{"knobel": 1, "game": "knister", "seats": ["Ann"]';
    expect(await problem(`${header}, "dice": "real"}\n`)).toBe('real');
    expect(await problem(`${header}}\n`)).toBe('no_seed');
    expect(await problem(`${header}, "dice": {"commitment": "00", "shared": false}}\n`)).toBe('running');
  });
});
