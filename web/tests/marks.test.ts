import { beforeAll, describe, expect, test } from 'vitest';
import { setLocale } from '../src/i18n';
import { diceOf, Marks, placesOf, WHOLE_SHEET, type Judged } from '../src/sheet/marks';
import { betterThan } from '../src/lib/review';
import { decision, judged } from './made';

const seen = (action: string) => placesOf(action, 1, 3).map(({ seat, place }) => `${seat} ${place}`);

const marks = (more: Partial<Judged>) =>
  new Marks({ seat: 1, seats: 3, played: null, better: null, writes: () => null, ...more });

beforeAll(() => setLocale('en'));

describe('an action is marked', () => {
  test('in the cells and fields that it is about, on whatever sheet', () => {
    expect(seen('c3')).toEqual(['1 c3']);
    expect(seen('c3g')).toEqual(['1 c3']);
    expect(seen('c3o')).toEqual(['1 c3']);
    expect(seen('row3:a3,d3')).toEqual(['1 a3', '1 d3']);
    expect(seen('anti:e1')).toEqual(['1 e1']);
    expect(seen('fh.2')).toEqual(['1 fh.2']);
    expect(seen('fh')).toEqual(['1 fh.1']);
    expect(seen('steal.2.3k')).toEqual(['1 3k.1', '2 3k.2']);
    expect(seen('freeze.0.4k')).toEqual(['0 4k.0']);
    expect(seen('cross.0.1s')).toEqual(['0 1s.0']);
    expect(seen('swap.2')).toEqual([`1 ${WHOLE_SHEET}`, `2 ${WHOLE_SHEET}`]);
    expect(seen('shift')).toEqual([`0 ${WHOLE_SHEET}`, `1 ${WHOLE_SHEET}`, `2 ${WHOLE_SHEET}`]);
    for (const action of ['k', 'k335', 'f', 'f66', 'roll', 'end', 'pass']) expect(seen(action)).toEqual([]);
  });

  test('on the dice that it keeps or adds', () => {
    expect(diceOf('k335', [3, 1, 3, 3, 5])).toEqual([true, false, true, false, true]);
    expect(diceOf('k', [3, 1])).toEqual([false, false]);
    expect(diceOf('f66', [6, 6, 6, 1, 2])).toEqual([true, true, false, false, false]);
    expect(diceOf('c3g', [1, 2, 3], ['k', 'b', 'g'])).toEqual([false, false, true]);
    expect(diceOf('c3', [1, 2])).toBeNull();
  });
});

describe('a judged decision', () => {
  test('marks what was played and what was better, with what they write', () => {
    const found = marks({ played: 'a1', better: 'c3', writes: () => 7 });
    expect(found.at(1, 'a1')).toEqual({ roles: ['played'], writes: 7, label: 'played: 7' });
    expect(found.at(1, 'c3')).toEqual({ roles: ['better'], writes: 7, label: 'better: 7' });
    expect(found.at(0, 'c3')).toBeUndefined();
    expect(found.dice([3, 4])).toEqual([]);
  });

  test('writes nothing where it circles, freezes or exchanges', () => {
    const writes = () => 7;
    expect(marks({ played: 'c3o', writes }).at(1, 'c3')?.writes).toBeNull();
    expect(marks({ played: 'freeze.0.fh', writes }).at(0, 'fh.0')?.writes).toBeNull();
    expect(marks({ played: 'shift', writes }).at(2, WHOLE_SHEET)?.label).toBe('played');
    expect(marks({ played: 'fh', writes: () => 0 }).at(1, 'fh.1')?.label).toBe('played: 0');
  });

  test('marks dice, and may mark both dice and the sheet', () => {
    const found = marks({ played: 'fh.1', better: 'k66' });
    expect(found.at(1, 'fh.1')?.label).toBe('played');
    expect(found.dice([6, 1, 6]).map((mark) => mark?.label)).toEqual(['better', undefined, 'better']);
  });

  test('knows on which other sheet there is a mark', () => {
    expect(marks({ played: 'end', better: 'steal.2.fh' }).besides(1)).toBe(2);
    expect(marks({ played: 'c3' }).besides(1)).toBeNull();
  });
});

test('better is what brings more points or, where that is the same, wins more often', () => {
  expect(betterThan(decision(1, 0))).toBe('c3');
  const best = [judged('c3', 60, 0.4), judged('d4', 60, 0.6)];
  const equal = { loss: 0, win_loss: 0.2, played: judged('c3', 60, 0.4), best };
  expect(betterThan(decision(1, 0, equal))).toBe('d4');
  expect(betterThan(decision(1, 0, { ...equal, win_loss: 0 }))).toBeNull();
  expect(betterThan(decision(1, 0, { ...equal, win_loss: null }))).toBeNull();
});
