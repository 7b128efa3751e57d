import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Connection, type Status } from '../src/lib/connection/connection';
import type { ServerMessage } from '../src/wire';
import { line } from './fakeSocket';

let connection: Connection;
let told: ServerMessage[];
let states: Status[];
let refusals: [number, string][];

beforeEach(() => {
  vi.useFakeTimers();
  // Random delays have their mean.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  line.install();
  told = [];
  states = [];
  refusals = [];
  connection = new Connection('/api/tables/ABCDEF/live', {
    message: (message) => told.push(message),
    status: (status) => states.push(status),
    refused: (code, reason) => refusals.push([code, reason]),
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

const accepted = (id: string): ServerMessage => ({ type: 'accepted', id });
const sit = (seat: number) => connection.send({ type: 'sit', seat });
const seats = () => line.sent.map(({ seat }) => seat);

test('it connects to the server of the page', () => {
  expect(line.address).toBe(`ws://${location.host}/api/tables/ABCDEF/live`);
});

describe('commands', () => {
  test('are sent immediately and resolve to the answer', async () => {
    line.open();
    const first = sit(0);
    const second = sit(1);
    const [a, b] = line.sent;
    expect(a!.id).not.toBe(b!.id);
    const rejected: ServerMessage = {
      type: 'rejected',
      id: b!.id,
      reason: 'seat_taken',
      message: '',
      rule: null,
      subject: null,
    };
    await line.say(rejected);
    await line.say(accepted(a!.id));
    expect(await second).toEqual(rejected);
    expect(await first).toEqual(accepted(a!.id));
    expect(told).toEqual([]);
  });

  test('wait for a connection, in their order', () => {
    void sit(0);
    void sit(1);
    expect(line.sent).toEqual([]);
    line.open();
    expect(seats()).toEqual([0, 1]);
  });

  test('without an answer are sent again with the same ids', async () => {
    line.open();
    const answered = sit(0);
    const lost = [sit(1), sit(2)];
    const ids = line.sent.map(({ id }) => id);
    await line.say(accepted(ids[0]!));
    await answered;
    line.drop();
    vi.advanceTimersByTime(400);
    line.open();
    expect(line.sent.map(({ id }) => id)).toEqual(ids.slice(1));
    await line.say(accepted(ids[1]!));
    await line.say(accepted(ids[2]!));
    expect(await Promise.all(lost)).toEqual([accepted(ids[1]!), accepted(ids[2]!)]);
    line.drop();
    vi.advanceTimersByTime(400);
    line.open();
    expect(line.sent).toEqual([]);
  });

  test('have unique ids without `randomUUID`', () => {
    vi.spyOn(Math, 'random').mockRestore();
    vi.stubGlobal('crypto', {});
    line.open();
    for (let seat = 0; seat < 50; seat++) void sit(seat);
    expect(new Set(line.sent.map(({ id }) => id)).size).toBe(50);
  });

  test('resolve to null when the connection is closed', async () => {
    line.open();
    const before = sit(0);
    connection.close();
    const after = sit(1);
    expect(await before).toBeNull();
    expect(await after).toBeNull();
    expect(seats()).toEqual([0]);
  });

  test('of `sendIfOpen` are not kept', () => {
    connection.sendIfOpen({ type: 'resync' });
    line.open();
    expect(line.sent).toEqual([]);
    connection.sendIfOpen({ type: 'resync' });
    expect(line.sent).toMatchObject([{ type: 'resync' }]);
  });
});

test('messages that answer no command are passed on', async () => {
  line.open();
  const lobby: ServerMessage = { type: 'lobby', tables: [] };
  const stray: ServerMessage = {
    type: 'rejected',
    id: null,
    reason: 'malformed',
    message: '',
    rule: null,
    subject: null,
  };
  await line.say(lobby);
  await line.say(stray);
  await line.say(accepted('somebody-elses'));
  expect(told).toEqual([lobby, stray, accepted('somebody-elses')]);
});

describe('messages before the paint after a command', () => {
  const [first, second] = [1, 2].map((now): ServerMessage => ({ type: 'pong', id: 'ping', now }));

  test('are read after the paint, in order', async () => {
    line.open();
    void sit(0);
    line.bring(first!);
    expect(told).toEqual([]);
    await line.say(second!);
    expect(told).toEqual([first, second]);
  });

  test('are read soon without a paint', () => {
    line.open();
    void sit(0);
    line.bring(first!);
    vi.advanceTimersByTime(300);
    expect(told).toEqual([first]);
    line.bring(second!);
    expect(told).toEqual([first, second]);
  });

  test('are not read after closing', () => {
    line.open();
    void sit(0);
    line.bring(first!);
    connection.close();
    vi.advanceTimersByTime(300);
    expect(told).toEqual([]);
  });
});

describe('a lost connection', () => {
  test('is opened again with growing delays', () => {
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt++) {
      line.drop();
      const seen = line.attempts;
      let waited = 0;
      for (; line.attempts === seen; waited += 100) vi.advanceTimersByTime(100);
      waits.push(waited);
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 10_000, 10_000]);
    expect(states.slice(0, 3)).toEqual(['connecting', 'waiting', 'connecting']);
  });

  test('is opened again soon after it was open', () => {
    line.drop();
    vi.advanceTimersByTime(400);
    line.drop();
    vi.advanceTimersByTime(800);
    line.open();
    line.drop();
    vi.advanceTimersByTime(400);
    expect(line.attempts).toBe(4);
  });

  test('is opened again immediately when the device is online', () => {
    line.open();
    dispatchEvent(new Event('offline'));
    expect(states.at(-1)).toBe('waiting');
    dispatchEvent(new Event('online'));
    expect(line.attempts).toBe(2);
    line.open();
    // The scheduled attempt does not connect a second time.
    vi.advanceTimersByTime(5_000);
    expect(line.attempts).toBe(2);
    expect(states.at(-1)).toBe('open');
  });

  test('is detected by silence', async () => {
    line.open();
    vi.advanceTimersByTime(10_000);
    expect(line.pings).toBe(1);
    await line.say({ type: 'pong', id: 'ping', now: 0 });
    vi.advanceTimersByTime(10_000);
    expect(line.pings).toBe(2);
    vi.advanceTimersByTime(4_499);
    expect(states.at(-1)).toBe('open');
    vi.advanceTimersByTime(1);
    expect(states.at(-1)).toBe('waiting');
  });

  test('is detected by silence after a command, even with further commands', () => {
    line.open();
    for (const seat of [0, 1, 2]) {
      void sit(seat);
      vi.advanceTimersByTime(1_499);
    }
    expect(line.pings).toBeGreaterThan(0);
    expect(states.at(-1)).toBe('open');
    vi.advanceTimersByTime(3);
    expect(states.at(-1)).toBe('waiting');
  });

  test('stays open while the server answers pings', async () => {
    line.open();
    const answer = sit(0);
    const { id } = line.sent[0]!;
    for (let asked = 1; asked < 8; asked++) {
      vi.advanceTimersByTime(1_500);
      if (line.pings) await line.say({ type: 'pong', id: 'ping', now: 0 });
    }
    expect(line.pings).toBe(2);
    expect(states.at(-1)).toBe('open');
    await line.say(accepted(id));
    expect(await answer).toEqual(accepted(id));
    expect(line.attempts).toBe(1);
  });

  test('with a final code is not opened again', async () => {
    line.open();
    const command = sit(0);
    line.drop(4004, 'no_table');
    expect(refusals).toEqual([[4004, 'no_table']]);
    expect(states.at(-1)).toBe('closed');
    expect(await command).toBeNull();
    vi.advanceTimersByTime(60_000);
    dispatchEvent(new Event('online'));
    expect(line.attempts).toBe(1);
  });
});

test('a closed connection stays closed', () => {
  line.open();
  connection.close();
  line.drop();
  vi.advanceTimersByTime(60_000);
  dispatchEvent(new Event('online'));
  expect(line.attempts).toBe(1);
});
