import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  bytesToSend,
  compareWithKept,
  confirmPromise,
  isContradiction,
  keepPromise,
  keepShown,
  keptGame,
  keptGameOf,
  newPromise,
  promiseFor,
  type ShownDice,
} from '../src/lib/records/keptDice';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** What a table shows of its dice. `seed` stands for all that makes two commitments differ. */
const shown = (seed: string, promised: string | null, awaited = true): ShownDice => {
  const message = JSON.stringify(['knobel dice 3', 'knister', false, hash(seed), 0, [promised], hash('names')]);
  return {
    commitment: hash(message),
    promised,
    awaited,
    message: awaited ? message : null,
    fixed: !awaited,
    players: 1,
  };
};

/** Keep what is shown, and return the bytes that are sent. */
async function send(game: number, dice: ShownDice, early = true): Promise<string | undefined> {
  keepShown(table, game, 0, dice, { early });
  return bytesToSend(table, game, 0, dice, 'knister');
}

let count = 0;
let table = '';
beforeEach(() => {
  table = `T${(count += 1)}`;
});

describe('bytes', () => {
  it('are drawn once for the next game of a table', async () => {
    const first = await promiseFor(table);
    expect(await promiseFor(table)).toMatchObject({ promise: first.promise });
    expect((await promiseFor('other')).promise).not.toBe(first.promise);
  });

  it('are sent when a hash was shown for the promise, and again after a reconnection', async () => {
    const { promise, value } = await promiseFor(table);
    expect(await send(1, shown('c1', promise))).toBe(value);
    expect(await send(1, shown('c1', promise), false)).toBe(value);
    expect(await send(1, shown('c1', promise, false), false)).toBeUndefined();
    expect(keptGame(table, 1)?.own).toMatchObject({ sent: true });
  });

  it('are never sent under a second hash', async () => {
    const { promise } = await promiseFor(table);
    await send(1, shown('c1', promise));
    expect(await send(1, shown('c2', promise))).toBeUndefined();
    expect(await send(2, shown('c2', promise))).toBeUndefined();
    expect((await promiseFor(table)).promise).not.toBe(promise);
  });

  it('are never sent under a hash that does not cover them, which is kept', async () => {
    const { promise } = await promiseFor(table);
    // The hash of a seed alone, as in version 1.
    expect(await send(1, { ...shown('c1', promise), commitment: hash('seed'), message: null })).toBeUndefined();
    expect(keptGame(table, 1)?.own).toMatchObject({ sent: false, refused: true });
  });

  it('belong to a game that is no deal, whatever the server says', async () => {
    const { promise } = await promiseFor(table);
    keepShown(table, 1, 0, shown('c1', promise), { early: true, deal: true });
    expect(keptGame(table, 1)?.deal).toBe(false);
  });

  it('are not sent for another promise', async () => {
    const { promise } = await promiseFor(table);
    confirmPromise(table, promise);
    expect(await send(1, shown('c1', 'of another'))).toBeUndefined();
    expect(keptGame(table, 1)?.own).toMatchObject({ promise, sent: false });
  });

  it('are kept for the next game if the promise came too late for this one', async () => {
    const { promise } = await promiseFor(table);
    keepShown(table, 1, 0, shown('c1', null, false), { early: true });
    expect(keptGame(table, 1)?.own).toBeUndefined();
    expect((await promiseFor(table)).promise).toBe(promise);
  });

  it('that the server did not take before the game are missed', () => {
    keepShown(table, 1, 0, shown('d1', null, false), { early: true });
    keepShown(table, 2, null, shown('d2', null, false), { early: true });
    keepShown(table, 3, 0, shown('d3', null, false), { early: true, deal: true });
    expect([1, 2, 3].map((game) => keptGame(table, game)?.unasked)).toEqual([true, false, false]);
  });

  it('are replaced by those with which a table was opened', async () => {
    const made = await newPromise();
    await promiseFor(table);
    keepPromise(table, { ...made, accepted: true });
    expect(await promiseFor(table)).toMatchObject({ value: made.value, accepted: true });
  });
});

describe('a record', () => {
  const value = 'ab'.repeat(16);
  const own = { seat: 1, value, promise: 'p', sent: true };
  const kept = { table: 'A', game: 1, shown: ['c'], early: true, deal: false, players: 1, own };
  const verdict = 'proven' as const;
  const record = {
    verdict,
    commitment: 'c',
    lost: 0,
    promised: [null, 'p'],
    contributed: [null, value],
    rolls: [[1], [2]],
  };

  it('agrees', () => {
    expect(compareWithKept(record, kept, [[1], [2]])).toBe('same');
    expect(compareWithKept(record, kept, [[2]])).toBe('same');
    expect(compareWithKept(record, { ...kept, early: false })).toBe('late');
    expect(compareWithKept(record, undefined)).toBe('unknown');
    const silent = { ...kept, own: { ...own, sent: false } };
    expect(compareWithKept({ ...record, contributed: [null, null] }, { ...silent, players: 0 })).toBe('absent');
    const { own: _, ...unasked } = { ...kept, players: 0, unasked: true };
    expect(compareWithKept({ ...record, contributed: [null, null] }, unasked)).toBe('unasked');
    for (const comparison of ['same', 'late', 'unknown', 'absent', 'unasked', 'new_seed'] as const)
      expect(isContradiction(comparison)).toBe(false);
  });

  it('of a game whose seed was lost with its host accuses nobody', () => {
    const moved = { ...kept, shown: ['b', 'c'] };
    // The old host had the bytes of this device, or died before it could pass them on.
    for (const contributed of [
      [null, value],
      [null, null],
    ])
      for (const lost of [0, 1]) expect(compareWithKept({ ...record, contributed, lost }, moved)).toBe('new_seed');
    // This device was away until the game was over.
    expect(compareWithKept({ ...record, lost: 1 }, { ...kept, shown: ['b'] })).toBe('new_seed');
    // It was not connected when the dice were fixed.
    const silent = { ...moved, own: { ...own, sent: false } };
    expect(compareWithKept({ ...record, contributed: [null, null] }, silent)).toBe('new_seed');
    // What the new host invents is seen.
    expect(compareWithKept({ ...record, lost: 1 }, moved, [[1], [3]])).toBe('other_rolls');
    expect(compareWithKept({ ...record, lost: 1, promised: [null, 'q'] }, moved)).toBe('other_promise');
  });

  it('contradicts what this browser kept', () => {
    const found = [
      compareWithKept({ ...record, commitment: 'd' }, kept),
      compareWithKept(record, { ...kept, shown: ['c', 'b'] }),
      compareWithKept({ ...record, verdict: 'deal' }, kept),
      compareWithKept({ ...record, promised: [null, 'q'] }, kept),
      compareWithKept({ ...record, promised: ['p', null], contributed: [value, null] }, kept),
      compareWithKept({ ...record, contributed: [null, null] }, kept),
      compareWithKept({ ...record, contributed: ['00', value] }, kept),
      compareWithKept(
        { ...record, contributed: [null, null] },
        { ...kept, players: 0, own: { ...own, sent: false, refused: true } },
      ),
      compareWithKept(record, kept, [[1], [3]]),
      compareWithKept(record, undefined, [[1], [2], [3]]),
    ];
    expect(found).toEqual([
      'other_hash',
      'other_hash',
      'other_deal',
      'other_promise',
      'other_promise',
      'left_out',
      'other_players',
      'refused',
      'other_rolls',
      'other_rolls',
    ]);
    expect(found.every(isContradiction)).toBe(true);
  });

  it('is found by each hash that was shown', () => {
    keepShown(table, 3, null, shown('c3', null, false), { early: true });
    keepShown(table, 3, null, shown('c4', null, false), { early: false });
    expect(keptGameOf(shown('c3', null, false).commitment)).toEqual(keptGame(table, 3));
    expect(keptGameOf(shown('c4', null, false).commitment)).toMatchObject({ game: 3, early: true });
    expect(keptGameOf('c5')).toBeUndefined();
  });
});
