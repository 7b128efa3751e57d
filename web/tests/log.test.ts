import { afterEach, describe, expect, test } from 'vitest';
import { situation } from '../src/dice/situation';
import { setLocale } from '../src/i18n';
import { entryText } from '../src/lib/log';
import { turnText } from '../src/lib/turn';
import type { LogEntry, Position } from '../src/wire';
import { choice, entry, position, table, turn } from './made';
import { aim } from '../src/games/kniffeliger/aim.svelte';
import kniffeliger from '../src/games/kniffeliger';

afterEach(() => setLocale('en'));

const here = table(['Ann', 'Ben', '']);
const says = (more: Partial<LogEntry>) => entryText(entry(1, 'move', { seat: 0, name: 'Ann', ...more }), null, here);
const move = (game: string, action: string, more: Partial<LogEntry> = {}) => says({ game, action, ...more });

describe('the log', () => {
  test.each([
    ['knister', 'c3', { writes: 7, gain: 8 }, 'Ann enters 7 in c3 (8 points).'],
    ['knapp_daneben', 'c3g', { writes: 7, gain: 0 }, 'Ann enters 7 in c3.'],
    ['knaster', 'c3', { writes: 7, circles: 1 }, 'Ann enters 7 in c3 (1 circle).'],
    ['knaster', 'c3o', { gain: 1 }, 'Ann circles c3 (1 point).'],
    ['knaster', 'row3:a3,c3,d3', { gain: 3 }, 'Ann circles for row 3: a3, c3 and d3 (3 points).'],
    ['knaster', 'pass', {}, 'Ann passes.'],
    ['knoeffel', 'k335', {}, 'Ann keeps 3, 3 and 5.'],
    ['knoeffel', 'k', {}, 'Ann rolls all again.'],
    ['knoeffel', 'f6', {}, 'Ann takes a free roll and keeps 6.'],
    ['knoeffel', 'f', {}, 'Ann takes a free roll with all dice.'],
    ['knoeffel', 'fh.2', { writes: 25 }, 'Ann enters Full house, column 2: 25 points.'],
    ['knoeffel', '1s.1', { writes: 0 }, 'Ann strikes Ones, column 1.'],
    ['kniffeliger', 'fh', { writes: 25 }, 'Ann enters Full house: 25 points.'],
    ['kniffeliger', 'steal.1.fh', { writes: 25 }, 'Ann steals Ben’s Full house (25 points).'],
    ['kniffeliger', 'freeze.1.ss', {}, 'Ann freezes Ben’s Small straight.'],
    ['kniffeliger', 'cross.1.ss', {}, 'Ann crosses out Ben’s Small straight.'],
    ['kniffeliger', 'swap.1', {}, 'Ann swaps sheets with Ben.'],
    ['kniffeliger', 'shift', {}, 'Ann shifts all sheets.'],
    ['kniffeliger', 'roll', {}, 'Ann takes the dice.'],
    ['kniffeliger', 'end', {}, 'Ann ends the turn.'],
    ['a game without words', 'k335', {}, 'Ann keeps 3, 3 and 5.'],
    ['a game without words', 'fh', { writes: 25 }, 'Ann enters Full house: 25 points.'],
    ['a game without words', 'b2', { writes: 4 }, 'Ann enters 4 in b2.'],
  ])('%s: %s', (game, action, more, text) => {
    expect(move(game, action, more)).toBe(text);
  });

  test('in German says whose row it was as German does', () => {
    setLocale('de');
    const others = table(['Ann', 'Ben', 'Max']);
    const stolen = (from: number) =>
      entryText(
        entry(1, 'move', { seat: 0, name: 'Ann', game: 'kniffeliger', action: `freeze.${from}.fh` }),
        null,
        others,
      );
    expect(stolen(1)).toBe('Ann friert Bens Full House ein.');
    expect(stolen(2)).toBe('Ann friert Max’ Full House ein.');
  });

  test('says nothing of a move that is not to be seen yet', () => {
    expect(says({ game: 'knister', action: null })).toBe('');
  });

  test('says which moves were made for people, not for bots', () => {
    const bots = table(['Ann', 'Ben']);
    bots.seats[1]!.kind = 'bot';
    const made = (seat: number) =>
      entryText(entry(1, 'move', { seat, game: 'knister', action: 'c3', writes: 7, auto: true }), null, bots);
    expect(made(0)).toBe('Ann enters 7 in c3. (automatic)');
    expect(made(1)).toBe('Ben enters 7 in c3.');
  });

  test('names what fell', () => {
    const roll = (game: string, dice: number[], die: 'pips' | 'action' = 'pips') =>
      entryText(entry(1, 'roll', { seat: 1, game, dice, die }), null, here);
    expect(roll('knister', [3, 4])).toBe('Ben rolls 3 and 4.');
    expect(roll('knapp_daneben', [1, 2, 3, 4, 5])).toBe('Ben rolls Black 1, Blue 2, Green 3, Yellow 4 and Red 5.');
    expect(roll('kniffeliger', [2], 'action')).toBe('Ben rolls the action die: Freeze.');
    expect(roll('kniffeliger', [6], 'action')).toBe('Ben rolls the action die: All five.');
  });

  test('is silent about what it does not know', () => {
    expect(entryText(entry(1, 'something_new'), null, here)).toBe('');
  });
});

describe('whose turn it is', () => {
  const text = (more: Partial<Position>) => turnText(position('knoeffel', more), ['Ann', 'Ben', 'Cleo']);

  test.each([
    ['one rolls oneself', { turn: turn({ kind: 'chance', seat: 0, seats: [], may_roll: true }) }, true],
    ['one may roll for another', { turn: turn({ kind: 'chance', seat: 1, seats: [], may_roll: true }) }, true],
    ['another rolls', { turn: turn({ kind: 'chance', seat: 1, seats: [] }) }, false],
    ['one decides', { turn: turn({ seats: [0, 1] }) }, true],
    ['others decide', { turn: turn({ seats: [1, 2] }) }, false],
    ['one looks on', { seat: null, turn: turn({ seats: [0] }) }, false],
    ['it is over', { turn: turn({ kind: 'over', seats: [] }) }, false],
  ])('%s', (_, more, mine) => {
    expect(text(more).mine).toBe(mine);
  });

  test('is said by name where one is waited for, else by number', () => {
    expect(text({ turn: turn({ seats: [1] }) }).text).toContain('Ben');
    expect(text({ turn: turn({ seats: [1, 2] }) }).text).toContain('2');
  });
});

describe('what lies in the tray', () => {
  const names = ['Ann', 'Ben'];
  const last_roll = { seq: 3, seat: 1, dice: [3, 4], die: 'pips' as const };

  test('is whose roll it is, and whether it is the last', () => {
    expect(situation(position('knister', { last_roll }), names)).toBe('Ben’s roll');
    expect(situation(position('knaster', { last_roll, info: { final: true } }), names)).toBe('Ben’s roll – Last roll!');
  });

  test('is nothing before the first roll and after the end', () => {
    expect(situation(position('knister'), names)).toBe('');
    expect(situation(position('knister', { last_roll, turn: turn({ kind: 'over' }) }), names)).toBe('');
  });

  test('is for whom the action die falls', () => {
    const waiting = turn({ kind: 'chance', die: 'action', seat: 1, seats: [] });
    expect(situation(position('kniffeliger', { last_roll, turn: waiting }), names)).toBe('Action die for Ben');
  });

  test('in Kniffeliger is what may be done with action dice', () => {
    const at = (stage: string, ...actions: string[]) =>
      position('kniffeliger', {
        info: { round: 1, dice: [], stage },
        choices: actions.map((action) => choice(action)),
      });
    const notice = (seen: Position) => kniffeliger.notice(seen)?.text;
    expect(notice(at('before', 'roll', 'freeze.1.fh'))).toBe('Roll, or play an action.');
    expect(notice(at('entered', 'end'))).toBe('Play actions, or end your turn.');
    expect(notice(at('shifting', 'shift', 'end'))).toBe('Shift or swap sheets?');
    expect(notice(at('rolling', 'k', 'fh'))).toBeUndefined();
    expect(notice({ ...at('entered', 'end'), seat: 1 })).toBeUndefined();
    aim.die = 'freeze';
    expect(kniffeliger.notice(at('before', 'roll', 'freeze.1.fh'))).toEqual({
      text: 'Freeze: choose a row',
      begun: true,
    });
    // Nothing can be aimed at any more.
    expect(notice(at('before', 'roll'))).toBe('Roll, or play an action.');
    aim.die = null;
  });
});
