import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TableView } from '../src/lib/table.svelte';
import type { LogEntry } from '../src/wire';
import { line } from './line';
import { entry, position, state, table } from './made';

let view: TableView;
let news: LogEntry[][];

beforeEach(() => {
  vi.useFakeTimers();
  line.install();
  news = [];
  view = new TableView('ABCDEF', '', (entries) => news.push(entries));
  line.open();
});

afterEach(() => {
  view.close();
  vi.useRealTimers();
});

const times = (entries: LogEntry[]) => entries.map(({ time }) => time);
const ann = table(['Ann', 'Ben']);
const whole = (seq: number, log: LogEntry[]) => state(-1, seq, { table: ann, position: position('knister'), log });

describe('states', () => {
  test('the first is taken whole, and is no news', async () => {
    await line.say(whole(4, [entry(1, 'opened'), entry(4, 'start', { game: 'knister' })]));
    expect(view.table).toEqual(ann);
    expect(view.position?.game).toBe('knister');
    expect(times(view.log)).toEqual([1, 4]);
    expect(news).toEqual([]);
  });

  test('the next ones change what they name, and are news', async () => {
    await line.say(whole(4, [entry(4, 'opened')]));
    await line.say(state(4, 6, { log: [entry(5, 'sit'), entry(6, 'sit')] }));
    expect(view.table).toEqual(ann);
    expect(view.position?.game).toBe('knister');
    expect(times(view.log)).toEqual([4, 5, 6]);
    await line.say(state(6, 7, { table: table(['Ann', 'Cleo']), position: position('knister', { at: 2 }) }));
    expect(view.table?.seats[1]?.name).toBe('Cleo');
    expect(view.position?.at).toBe(2);
    expect(times(view.log)).toEqual([4, 5, 6]);
    expect(news.map(times)).toEqual([[5, 6]]);
  });

  test('what becomes visible later is added then', async () => {
    await line.say(whole(4, [entry(4, 'roll'), entry(6, 'move', { seat: 0 })]));
    await line.say(state(4, 5, { log: [entry(5, 'move', { seat: 1 }), entry(7, 'roll')] }));
    expect(times(view.log)).toEqual([4, 6, 5, 7]);
    expect(news.map(times)).toEqual([[5, 7]]);
  });

  test('after a gap nothing is believed until the whole state is there', async () => {
    await line.say(whole(4, [entry(4, 'opened')]));
    await line.say(state(5, 6, { table: table(['Nobody']), log: [entry(6, 'sit')] }));
    expect(line.sent).toMatchObject([{ type: 'resync' }]);
    expect(view.table).toEqual(ann);
    expect(times(view.log)).toEqual([4]);
    await line.say(whole(6, [entry(4, 'opened'), entry(5, 'sit'), entry(6, 'sit')]));
    expect(times(view.log)).toEqual([4, 5, 6]);
    // Of what one is told again, only what one did not know is news.
    expect(news.map(times)).toEqual([[5, 6]]);
    await line.say(state(6, 7, { log: [entry(7, 'stand')] }));
    expect(times(view.log)).toEqual([4, 5, 6, 7]);
    expect(line.sent.length).toBe(1);
  });

  test('the whole state forgets what is not in it', async () => {
    await line.say(whole(4, [entry(1, 'opened'), entry(4, 'start')]));
    await line.say(state(-1, 9, { log: [entry(9, 'sit')] }));
    expect(view.table).toBeNull();
    expect(view.position).toBeNull();
    expect(times(view.log)).toEqual([9]);
  });

  test('what was before comes later where it has to be read, and is no news to who comes', async () => {
    const begun = { table: ann, position: position('knister'), log: [entry(6, 'roll')], earlier: null };
    await line.say(state(-1, 1, begun));
    expect(times(view.log)).toEqual([6]);
    await line.say(state(1, 2, { log: [entry(7, 'move')] }));
    await line.say(state(2, 3, { log: [entry(8, 'move')], earlier: [entry(1, 'start'), entry(2, 'roll')] }));
    expect(times(view.log)).toEqual([1, 2, 6, 7, 8]);
    expect(news.map(times)).toEqual([[7], [8]]);
  });

  test('who was here before keeps the log until it comes, and hears what was missed', async () => {
    await line.say(whole(4, [entry(1, 'start'), entry(2, 'roll')]));
    await line.say(state(-1, 1, { table: ann, position: position('knister'), log: [entry(5, 'roll')], earlier: null }));
    expect(times(view.log)).toEqual([1, 2, 5]);
    await line.say(state(1, 2, { earlier: [entry(1, 'start'), entry(2, 'roll'), entry(3, 'move'), entry(4, 'move')] }));
    expect(times(view.log)).toEqual([1, 2, 3, 4, 5]);
    expect(news.map(times)).toEqual([[5], [3, 4]]);
  });

  test('entries bear the game that was started last', async () => {
    await line.say(
      whole(5, [entry(1, 'sit'), entry(2, 'start', { game: 'knister' }), entry(3, 'move'), entry(4, 'over')]),
    );
    await line.say(state(5, 7, { log: [entry(6, 'start', { game: 'knaster' }), entry(7, 'move')] }));
    expect(view.log.map(({ game }) => game)).toEqual([null, 'knister', 'knister', 'knister', 'knaster', 'knaster']);
  });

  test('tell how far the clocks are apart', async () => {
    vi.setSystemTime(5_000);
    const now = performance.now() + 2_500;
    vi.setSystemTime(9_000_000);
    await line.say(state(-1, 1, { now }));
    expect(view.ahead).toBe(2_500);
  });
});

describe('moves', () => {
  beforeEach(() => line.say(whole(4, [])));

  test('name the position that they are for, and the next waits for the answer', async () => {
    view.act('c3');
    view.act('c4');
    view.roll();
    view.undo();
    expect(line.sent).toMatchObject([{ type: 'move', at: 1, action: 'c3' }]);
    expect(view.busy).toBe(true);
    await line.say({ type: 'accepted', id: line.sent[0]!.id });
    expect(view.busy).toBe(false);
    view.roll([3, 4]);
    expect(line.sent[1]).toMatchObject({ type: 'roll', at: 1, dice: [3, 4] });
  });

  test('that are refused say why, until the next command', async () => {
    view.act('c3');
    await line.say({ type: 'rejected', id: line.sent[0]!.id, reason: 'cell_taken', message: '' });
    expect(view.refusal).toEqual({ command: 'move', reason: 'cell_taken' });
    expect(view.busy).toBe(false);
    void view.send({ type: 'sit', seat: 1 });
    expect(view.refusal).toBeNull();
  });

  test('are still on their way while the connection is lost', () => {
    view.act('c3');
    line.drop();
    expect(view.sending).toEqual(['move']);
    expect(view.status).toBe('waiting');
  });

  test('of the same kind are counted one by one', async () => {
    void view.send({ type: 'sit', seat: 0 });
    void view.send({ type: 'say', to: 'table', text: 'hello' });
    void view.send({ type: 'sit', seat: 1 });
    await line.say({ type: 'accepted', id: line.sent[2]!.id });
    expect(view.sending.toSorted()).toEqual(['say', 'sit']);
  });
});

test('a refusal that answers nothing concerns the connection', async () => {
  await line.say({ type: 'rejected', id: null, reason: 'rate_limited', message: '' });
  expect(view.refusal).toEqual({ command: 'connection', reason: 'rate_limited' });
});

test('whom one watches is told again after a lost connection', () => {
  view.watch(7);
  view.watch(7);
  expect(line.sent).toMatchObject([{ type: 'watch', seat: 7 }]);
  line.drop();
  vi.advanceTimersByTime(1_000);
  line.open();
  expect(line.sent).toMatchObject([{ type: 'watch', seat: 7 }]);
});

test('who was removed is gone, and does not come back', async () => {
  await line.say({ type: 'gone', reason: 'removed' });
  expect(view.gone).toBe('removed');
  vi.advanceTimersByTime(60_000);
  expect(line.attempts).toBe(1);
});

test('words that are told again after a lost connection are not said twice', async () => {
  const sender = { id: 'p1', name: 'Ben', table: null };
  await line.say({ type: 'chat', to: 'table', sender, text: 'hello', time: 1 });
  await line.say({ type: 'chat', to: 'table', sender, text: 'hello', time: 1 });
  await line.say({ type: 'chat', to: 'table', sender, text: 'hello', time: 2 });
  expect(view.chats.map(({ time }) => time)).toEqual([1, 2]);
});
