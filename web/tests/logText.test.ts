import { afterEach, describe, expect, test } from 'vitest';
import { setLocale } from '../src/i18n';
import { logEntryText } from '../src/lib/table/logText';
import { turnText } from '../src/lib/table/turnText';
import type { LogEntry, Position } from '../src/wire';
import { choice, entry, position, table, turn } from './fixtures';
import { actionDraft, refusedDie } from '../src/games/kniffeliger/actionDraft.svelte';

afterEach(() => setLocale('en'));

const here = table(['Ann', 'Ben', '']);
const says = (more: Partial<LogEntry>) => logEntryText(entry(1, 'move', { seat: 0, name: 'Ann', ...more }), null, here);
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
    ['kniffeliger', 'end', { declines: true }, 'Ann leaves the sheets where they are.'],
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
      logEntryText(
        entry(1, 'move', { seat: 0, name: 'Ann', game: 'kniffeliger', action: `freeze.${from}.fh` }),
        null,
        others,
      );
    expect(stolen(1)).toBe('Ann friert Bens Full House ein.');
    expect(stolen(2)).toBe('Ann friert Max’ Full House ein.');
  });

  test.each<[string, Partial<LogEntry>, string]>([
    ['a roll', { seat: 0, was: [3, 4], dice: [6, 6], die: 'pips' }, 'Ann corrects: 3 and 4 becomes 6 and 6.'],
    ['a cell', { seat: 0, was: 'c3', action: 'a1' }, 'Ann corrects: c3 becomes a1.'],
    [
      'a field of another seat',
      { seat: 1, was: 'fh', action: '1s.2' },
      'Ann corrects for Ben: Full house becomes Ones, column 2.',
    ],
    [
      'a host without a seat',
      { name: null, seat: 1, was: 'c3', action: 'a1' },
      'The host corrects for Ben: c3 becomes a1.',
    ],
    ['a roll for all', { was: [1, 2], dice: [2, 2], die: 'pips' }, 'Ann corrects: 1 and 2 becomes 2 and 2.'],
  ])('says what a correction changed: %s', (_, more, text) => {
    const corrected = entry(1, 'correct', { name: 'Ann', game: null, ...more });
    expect(logEntryText(corrected, position('knoeffel'), here)).toBe(text);
  });

  test('gives no hashes, which are details', () => {
    const commitment = 'ab'.repeat(32);
    const said = (kind: string) => logEntryText(entry(1, kind, { game: 'knister', commitment }), null, here);
    expect(said('start')).not.toMatch(/abab/);
    expect(said('new_seed')).not.toMatch(/abab/);
  });

  test('says nothing of a move that is not to be seen yet', () => {
    expect(says({ game: 'knister', action: null })).toBe('');
  });

  test('says which moves were made for people, not for bots', () => {
    const bots = table(['Ann', 'Ben']);
    bots.seats[1]!.kind = 'bot';
    const made = (seat: number) =>
      logEntryText(entry(1, 'move', { seat, game: 'knister', action: 'c3', writes: 7, auto: true }), null, bots);
    expect(made(0)).toBe('Ann enters 7 in c3. (automatic)');
    expect(made(1)).toBe('Ben enters 7 in c3.');
    bots.seats[0]!.bot = true;
    expect(made(0)).toBe('Ann enters 7 in c3. (another bot, because Ann didn’t answer)');
    bots.seats[0]!.away = true;
    expect(made(0)).toBe('Ann enters 7 in c3. (automatic)');
  });

  test('names what fell', () => {
    const roll = (game: string, dice: number[], die: 'pips' | 'action' = 'pips') =>
      logEntryText(entry(1, 'roll', { seat: 1, game, dice, die }), null, here);
    expect(roll('knister', [3, 4])).toBe('Ben rolls 3 and 4.');
    expect(roll('knapp_daneben', [1, 2, 3, 4, 5])).toBe('Ben rolls Black 1, Blue 2, Green 3, Yellow 4 and Red 5.');
    expect(roll('kniffeliger', [2], 'action')).toBe('Ben rolls the action die: Freeze.');
    expect(roll('kniffeliger', [6], 'action')).toBe('Ben rolls the action die: All five.');
  });

  test('is silent about what it does not know', () => {
    expect(logEntryText(entry(1, 'something_new'), null, here)).toBe('');
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

describe('what is to be done', () => {
  const todo = (seen: Position) => turnText(seen, ['Ann', 'Ben', 'Cem']).text;
  const may = (game: string, info: Record<string, unknown>, ...actions: string[]) =>
    position(game, { info: { round: 1, dice: [], ...info }, choices: actions.map((action) => choice(action)) });

  test('in Knister and Knaster is writing, circling or either', () => {
    expect(todo(may('knister', { number: 8 }, 'a1'))).toBe('Write 8 in a free cell');
    expect(todo(may('knaster', { number: 8 }, 'a1', 'c3o'))).toBe('Write 8 or circle an 8');
    expect(todo(may('knaster', { number: 8 }, 'c3o'))).toBe('Circle an 8');
    expect(todo(may('knaster', { number: 7, final: true }, 'c3o'))).toBe('Last roll! Circle a 7');
    expect(todo(may('knaster', { number: 8 }, 'row3:a3,b3', 'row3:a3,c3'))).toBe('Circle 2 cells of row 3');
  });

  test('in Knöffel is keeping dice, or paying for another roll', () => {
    const columns = [{ fields: { fh: null }, free_rolls_used: 1, free_roll_points: 10 }];
    const free = {
      ...may('knoeffel', { rolls: 3, free_roll_values: [15, 10, 5, 0], free_rolls_shared: false }, 'fh.1', 'f'),
      sheets: [{ columns }],
    };
    expect(todo(may('knoeffel', { rolls: 1 }, 'fh.1', 'k'))).toBe('Tap the dice that stay – or write down');
    expect(todo(free)).toBe('Write down – or free roll: costs 5');
    expect(todo({ ...free, choices: [choice('fh.1')] })).toBe('Write down: choose a row');
    expect(todo(may('knoeffel', { rolls: 4 }, 'fh.1'))).toBe('Write down: that column pays for the free roll');
  });

  test('in Kniffeliger is what may be done with action dice', () => {
    const at = (stage: string, ...actions: string[]) => may('kniffeliger', { stage }, ...actions);
    const before = at('before', 'roll', 'freeze.1.fh');
    expect(todo(before)).toBe('Roll, or play an action.');
    expect(todo(at('entered', 'freeze.1.fh', 'end'))).toBe('Play actions, or end your turn.');
    expect(todo(at('shifting', 'shift', 'end'))).toBe('You hold Shift: play or done?');
    expect(todo(at('shifting', 'end'))).toBe('Play actions, or end your turn.');
    expect(todo(at('rolled', 'k', 'fh'))).toBe('Tap the dice that stay – or write down');
    expect(todo(at('rolled', 'fh'))).toBe('Write down: choose a row');
    actionDraft.set(before, 'freeze');
    expect(todo(before)).toBe('Freeze: choose a row of Ben');
    // Nothing can be aimed at any more.
    expect(todo(at('before', 'roll'))).toBe('Roll, or play an action.');
  });

  test('in Kniffeliger says why an action die cannot be played', () => {
    const hand = { action_dice: { steal: 1, freeze: 0 }, action_dice_next_round: { steal: 0, freeze: 1 } };
    const seen = { ...may('kniffeliger', { stage: 'rolled' }, 'fh'), sheets: [hand, hand] };
    refusedDie.set(seen, 'steal');
    expect(todo(seen)).toBe('Steal: only instead of your first roll.');
    refusedDie.set(seen, 'freeze');
    expect(todo(seen)).toBe('Freeze: from the next round on.');
    refusedDie.set(seen, 'swap');
    expect(todo(seen)).toMatch(/^Swap: you have none/);
  });
});

test('one’s own doings are told to oneself as such', () => {
  const own = (more: Partial<LogEntry>, kind = 'move') =>
    logEntryText(entry(1, kind, { seat: 1, name: 'Ben', game: 'kniffeliger', ...more }), { game: '', seat: 1 }, here);
  expect(own({ dice: [2, 5] }, 'roll')).toBe('You roll 2 and 5.');
  expect(own({ action: 'k' })).toBe('You roll all again.');
  expect(own({ action: 'fh', writes: 25 })).toBe('You enter Full house: 25 points.');
  expect(own({ action: 'steal.0.fh', writes: 25 })).toBe('You steal Ann’s Full house (25 points).');
  expect(own({ action: 'end' })).toBe('You end the turn.');
  setLocale('de');
  expect(own({ action: 'freeze.0.fh' })).toBe('Du frierst Anns Full House ein.');
  expect(own({}, 'undo')).toBe('Du nimmst den Eintrag zurück.');
});
