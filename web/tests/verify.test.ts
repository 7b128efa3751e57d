import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { CheckFailed, verifyRecord } from '../src/lib/records/verify';

const GAMES = ['knister', 'knaster', 'knapp_daneben', 'knoeffel', 'kniffeliger'];
const RECORDS = join(import.meta.dirname, '../../tests/golden/dice');
const record = (game: string) => readFileSync(join(RECORDS, `${game}.jsonl`), 'utf8');
const verified = (text: string) => verifyRecord(new TextEncoder().encode(text));
/** Records of version 1, of two browsers of which one contributed. */
const OLD = { version: 1, lost: 0, isBound: false, contributed: [expect.any(String), null] };

async function problem(text: string): Promise<string> {
  try {
    await verified(text);
  } catch (error) {
    if (error instanceof CheckFailed) return error.kind;
    throw error;
  }
  return '';
}

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
