import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TableClient } from '../src/lib/connection/tableClient.svelte';
import type { LogEntry } from '../src/wire';
import { line } from './fakeSocket';
import { entry, position, state, table } from './fixtures';

let client: TableClient;
let news: LogEntry[][];

beforeEach(() => {
  vi.useFakeTimers();
  line.install();
  news = [];
  client = new TableClient('ABCDEF', '', (entries) => news.push(entries));
  line.open();
});

afterEach(() => {
  client.close();
  vi.useRealTimers();
});

const times = (entries: LogEntry[]) => entries.map(({ time }) => time);
const ann = table(['Ann', 'Ben']);
const whole = (seq: number, log: LogEntry[]) => state(-1, seq, { table: ann, position: position('knister'), log });

describe('states', () => {
  test('what stays equal is not drawn again: it is the same object', async () => {
    const rolled = () => ({ ...position('knister'), sheets: [{ grid: [[1]] }, { grid: [[2]] }] });
    await line.say(state(-1, 1, { table: ann, position: rolled(), log: [entry(1, 'start', { game: 'knister' })] }));
    await line.say(state(1, 2, { log: [entry(2, 'roll')] }));
    const { position: before, log } = client;
    const changed = { ...rolled(), at: 9, sheets: [{ grid: [[1]] }, { grid: [[3]] }] };
    await line.say(state(2, 3, { position: changed, log: [entry(3, 'move')] }));
    expect(client.position).toEqual(changed);
    expect(client.position?.sheets[0]).toBe(before?.sheets[0]);
    expect(client.position?.choices).toBe(before?.choices);
    expect(client.log[1]).toBe(log[1]);
    expect(client.log[2]?.game).toBe('knister');
  });

  test('the first is complete and not reported', async () => {
    await line.say(whole(4, [entry(1, 'opened'), entry(4, 'start', { game: 'knister' })]));
    expect(client.table).toEqual(ann);
    expect(client.position?.game).toBe('knister');
    expect(times(client.log)).toEqual([1, 4]);
    expect(news).toEqual([]);
  });

  test('the next ones change their fields and are reported', async () => {
    await line.say(whole(4, [entry(4, 'opened')]));
    await line.say(state(4, 6, { log: [entry(5, 'sit'), entry(6, 'sit')] }));
    expect(client.table).toEqual(ann);
    expect(client.position?.game).toBe('knister');
    expect(times(client.log)).toEqual([4, 5, 6]);
    await line.say(state(6, 7, { table: table(['Ann', 'Cleo']), position: position('knister', { at: 2 }) }));
    expect(client.table?.seats[1]?.name).toBe('Cleo');
    expect(client.position?.at).toBe(2);
    expect(times(client.log)).toEqual([4, 5, 6]);
    expect(news.map(times)).toEqual([[5, 6]]);
  });

  test('entries that become visible later are added', async () => {
    await line.say(whole(4, [entry(4, 'roll'), entry(6, 'move', { seat: 0 })]));
    await line.say(state(4, 5, { log: [entry(5, 'move', { seat: 1 }), entry(7, 'roll')] }));
    expect(times(client.log)).toEqual([4, 6, 5, 7]);
    expect(news.map(times)).toEqual([[5, 7]]);
  });

  test('after a gap, changes are ignored until a complete state arrives', async () => {
    await line.say(whole(4, [entry(4, 'opened')]));
    await line.say(state(5, 6, { table: table(['Nobody']), log: [entry(6, 'sit')] }));
    expect(line.sent).toMatchObject([{ type: 'resync' }]);
    expect(client.table).toEqual(ann);
    expect(times(client.log)).toEqual([4]);
    await line.say(whole(6, [entry(4, 'opened'), entry(5, 'sit'), entry(6, 'sit')]));
    expect(times(client.log)).toEqual([4, 5, 6]);
    // Of repeated entries, only unknown ones are reported.
    expect(news.map(times)).toEqual([[5, 6]]);
    await line.say(state(6, 7, { log: [entry(7, 'stand')] }));
    expect(times(client.log)).toEqual([4, 5, 6, 7]);
    expect(line.sent.length).toBe(1);
  });

  test('a complete state replaces everything', async () => {
    await line.say(whole(4, [entry(1, 'opened'), entry(4, 'start')]));
    await line.say(state(-1, 9, { log: [entry(9, 'sit')] }));
    expect(client.table).toBeNull();
    expect(client.position).toBeNull();
    expect(times(client.log)).toEqual([9]);
  });

  test('earlier entries may arrive later and are not reported', async () => {
    const begun = { table: ann, position: position('knister'), log: [entry(6, 'roll')], earlier: null };
    await line.say(state(-1, 1, begun));
    expect(times(client.log)).toEqual([6]);
    await line.say(state(1, 2, { log: [entry(7, 'move')] }));
    await line.say(state(2, 3, { log: [entry(8, 'move')], earlier: [entry(1, 'start'), entry(2, 'roll')] }));
    expect(times(client.log)).toEqual([1, 2, 6, 7, 8]);
    expect(news.map(times)).toEqual([[7], [8]]);
  });

  test('after a reconnection, the log is kept and missed entries are reported', async () => {
    await line.say(whole(4, [entry(1, 'start'), entry(2, 'roll')]));
    await line.say(state(-1, 1, { table: ann, position: position('knister'), log: [entry(5, 'roll')], earlier: null }));
    expect(times(client.log)).toEqual([1, 2, 5]);
    await line.say(state(1, 2, { earlier: [entry(1, 'start'), entry(2, 'roll'), entry(3, 'move'), entry(4, 'move')] }));
    expect(times(client.log)).toEqual([1, 2, 3, 4, 5]);
    expect(news.map(times)).toEqual([[5], [3, 4]]);
  });

  test('entries have the game that was started last', async () => {
    await line.say(
      whole(5, [entry(1, 'sit'), entry(2, 'start', { game: 'knister' }), entry(3, 'move'), entry(4, 'over')]),
    );
    await line.say(state(5, 7, { log: [entry(6, 'start', { game: 'knaster' }), entry(7, 'move')] }));
    expect(client.log.map(({ game }) => game)).toEqual([null, 'knister', 'knister', 'knister', 'knaster', 'knaster']);
  });

  test('give the offset of the clocks', async () => {
    vi.setSystemTime(5_000);
    const now = performance.now() + 2_500;
    vi.setSystemTime(9_000_000);
    await line.say(state(-1, 1, { now }));
    expect(client.clockOffsetMs).toBe(2_500);
  });
});

describe('moves', () => {
  beforeEach(() => line.say(whole(4, [])));

  test('name their position, and the next one waits for the answer', async () => {
    client.act('c3');
    client.act('c4');
    client.roll();
    client.undo();
    expect(line.sent).toMatchObject([{ type: 'move', at: 1, action: 'c3' }]);
    expect(client.busy).toBe(true);
    await line.say({ type: 'accepted', id: line.sent[0]!.id });
    expect(client.busy).toBe(false);
    client.roll([3, 4]);
    expect(line.sent[1]).toMatchObject({ type: 'roll', at: 1, dice: [3, 4] });
  });

  test('that are refused have a reason until the next command', async () => {
    client.act('c3');
    await line.say({
      type: 'rejected',
      id: line.sent[0]!.id,
      reason: 'cell_taken',
      message: '',
      rule: null,
      subject: null,
    });
    expect(client.refusal).toEqual({ command: 'move', reason: 'cell_taken' });
    expect(client.busy).toBe(false);
    void client.send({ type: 'sit', seat: 1 });
    expect(client.refusal).toBeNull();
  });

  test('stay pending while the connection is lost', () => {
    client.act('c3');
    line.drop();
    expect(client.pending).toEqual(['move']);
    expect(client.status).toBe('waiting');
  });

  test('of the same type are counted individually', async () => {
    void client.send({ type: 'sit', seat: 0 });
    void client.send({ type: 'say', to: 'table', text: 'hello' });
    void client.send({ type: 'sit', seat: 1 });
    await line.say({ type: 'accepted', id: line.sent[2]!.id });
    expect(client.pending.toSorted()).toEqual(['say', 'sit']);
  });
});

test('a refusal without a command concerns the connection', async () => {
  await line.say({ type: 'rejected', id: null, reason: 'rate_limited', message: '', rule: null, subject: null });
  expect(client.refusal).toEqual({ command: 'connection', reason: 'rate_limited' });
});

test('the watched seat is sent again after a reconnection', () => {
  client.watchSeat(7);
  client.watchSeat(7);
  expect(line.sent).toMatchObject([{ type: 'watch', seat: 7 }]);
  line.drop();
  vi.advanceTimersByTime(1_000);
  line.open();
  expect(line.sent).toMatchObject([{ type: 'watch', seat: 7 }]);
});

test('a removed person does not reconnect', async () => {
  await line.say({ type: 'gone', reason: 'removed' });
  expect(client.goneReason).toBe('removed');
  vi.advanceTimersByTime(60_000);
  expect(line.attempts).toBe(1);
});

test('chat messages that are sent again are not shown twice', async () => {
  const sender = { id: 'p1', name: 'Ben', table: null };
  const said = { to: 'table', sender, text: 'hello', invitation: '', earlier: false, over_days: false };
  for (const time of [1, 1, 2]) await line.say({ type: 'chat', ...said, time });
  expect(client.chats.map(({ time }) => time)).toEqual([1, 2]);
});
