import { beforeAll, describe, expect, test } from 'vitest';
import { setLocale } from '../src/i18n';
import { actionDice, actionPlaces, DecisionMarks, WHOLE_SHEET, type JudgedDecision } from '../src/sheet/decisionMarks';

const placesOf = (action: string) => actionPlaces(action, 1, 3).map(({ seat, place }) => `${seat} ${place}`);

const marks = (more: Partial<JudgedDecision>) =>
  new DecisionMarks({ seat: 1, seats: 3, played: null, better: null, writes: () => null, ...more });

beforeAll(() => setLocale('en'));

describe('an action is marked', () => {
  test('in its cells and fields, on any sheet', () => {
    expect(placesOf('c3')).toEqual(['1 c3']);
    expect(placesOf('c3g')).toEqual(['1 c3']);
    expect(placesOf('c3o')).toEqual(['1 c3']);
    expect(placesOf('row3:a3,d3')).toEqual(['1 a3', '1 d3']);
    expect(placesOf('anti:e1')).toEqual(['1 e1']);
    expect(placesOf('fh.2')).toEqual(['1 fh.2']);
    expect(placesOf('fh')).toEqual(['1 fh.1']);
    expect(placesOf('steal.2.3k')).toEqual(['1 3k.1', '2 3k.2']);
    expect(placesOf('freeze.0.4k')).toEqual(['0 4k.0']);
    expect(placesOf('cross.0.1s')).toEqual(['0 1s.0']);
    expect(placesOf('swap.2')).toEqual([`1 ${WHOLE_SHEET}`, `2 ${WHOLE_SHEET}`]);
    expect(placesOf('shift')).toEqual([`0 ${WHOLE_SHEET}`, `1 ${WHOLE_SHEET}`, `2 ${WHOLE_SHEET}`]);
    for (const action of ['k', 'k335', 'f', 'f66', 'roll', 'end', 'pass']) expect(placesOf(action)).toEqual([]);
  });

  test('on the dice that it keeps or adds', () => {
    expect(actionDice('k335', [3, 1, 3, 3, 5])).toEqual([true, false, true, false, true]);
    expect(actionDice('k', [3, 1])).toEqual([false, false]);
    expect(actionDice('f66', [6, 6, 6, 1, 2])).toEqual([true, true, false, false, false]);
    expect(actionDice('c3g', [1, 2, 3], ['k', 'b', 'g'])).toEqual([false, false, true]);
    expect(actionDice('c3', [1, 2])).toBeNull();
  });
});

describe('a judged decision', () => {
  test('marks the played and the better action with their numbers', () => {
    const found = marks({ played: 'a1', better: 'c3', writes: () => 7 });
    expect(found.at(1, 'a1')).toEqual({ roles: ['played'], writes: 7, label: 'played: 7' });
    expect(found.at(1, 'c3')).toEqual({ roles: ['better'], writes: 7, label: 'better: 7' });
    expect(found.at(0, 'c3')).toBeUndefined();
    expect(found.dice([3, 4])).toEqual([]);
  });

  test('has no number for circles, freezes and exchanges', () => {
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

  test('knows another seat with a mark', () => {
    expect(marks({ played: 'end', better: 'steal.2.fh' }).otherSeat(1)).toBe(2);
    expect(marks({ played: 'c3' }).otherSeat(1)).toBeNull();
  });
});
