import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import TableInstruction from '../src/pages/table/TableInstruction.svelte';
import TableBar from '../src/pages/table/TableBar.svelte';
import LogPanel from '../src/pages/table/LogPanel.svelte';
import { fallingDice } from '../src/dice/fallingDice.svelte';
import { textForDevice } from '../src/guide/steps';
import { TableClient } from '../src/lib/connection/tableClient.svelte';
import { Hint } from '../src/pages/table/hint.svelte';
import { TurnPause } from '../src/lib/table/turnPause.svelte';
import { line } from './fakeSocket';
import { choice, entry, position, state, table, turn } from './fixtures';
import { find, mountHere } from './mounted';

let client: TableClient;

const seated = table(['Ann', 'Ben']);
const rolled = position('knister', {
  seat: 0,
  turn: turn({ seats: [0] }),
  info: { round: 1, rounds: 25, dice: [3, 4], number: 7 },
  choices: [choice('c3', { writes: 7 })],
});

beforeEach(() => {
  vi.useFakeTimers();
  line.install();
  client = new TableClient('ABCDEF', '', () => {});
  line.open();
});

afterEach(async () => {
  fallingDice.lie();
  client.close();
  vi.useRealTimers();
});

function showInstruction(): void {
  const props = { client, table: seated, position: rolled, names: ['Ann', 'Ben'], toResults: () => {} };
  const parts = { pause: new TurnPause(() => {}), hint: new Hint() };
  mountHere(TableInstruction, { ...props, ...parts });
}

test('the instruction does not tell the roll while the dice fall', async () => {
  await line.say(state(-1, 1, { table: seated, position: rolled }));
  showInstruction();
  expect(find('todo')?.textContent).toContain('7');
  fallingDice.fall();
  flushSync();
  expect(find('todo')?.textContent).not.toContain('7');
  fallingDice.lie();
  flushSync();
  expect(find('todo')?.textContent).toContain('7');
});

test('the instruction says that the connection is lost, so that nothing is covered', async () => {
  await line.say(state(-1, 1, { table: seated, position: rolled }));
  showInstruction();
  client.status = 'waiting';
  flushSync();
  expect(find('todo')?.textContent).toMatch(/Connection lost/);
});

describe('unread messages', () => {
  const sender = { id: 'ben', name: 'Ben', table: null };
  const message = { type: 'chat' as const, to: 'table', sender, text: 'Hi', invitation: '', earlier: false };

  test('are counted until they are read', async () => {
    await line.say(state(-1, 1, { table: seated, position: rolled }));
    await line.say({ ...message, time: 1 } as never);
    await line.say({ ...message, time: 2, to: 'all' } as never);
    await line.say({ ...message, time: 3 } as never);
    await line.say({ ...message, time: 3 } as never);
    expect(client.talk.unread).toBe(2);
    client.talk.read();
    expect(client.talk.unread).toBe(0);
  });

  test('are news unless they were sent before the connection, whatever the clocks say', async () => {
    await line.say({ ...message, time: Date.now(), earlier: true } as never);
    await line.say(state(-1, 1, { now: 7, table: seated, position: rolled }));
    await line.say({ ...message, time: Date.now() + 1, earlier: true } as never);
    expect(client.talk.unread).toBe(2);
    expect(client.talk.latest).toBeNull();
    await line.say({ ...message, time: 1, text: 'Now' } as never);
    expect(client.talk.latest?.text).toBe('Now');
  });

  test('are shown in the bar, where a tap opens the chat', () => {
    const onchat = vi.fn();
    const none = () => {};
    const handlers = { onrules: none, onshare: none, onpeople: none, onleave: none, onchat };
    const props = { heading: 'Knister', code: 'ABCDEF', table: seated, position: rolled, unread: 3, ...handlers };
    mountHere(TableBar, props);
    const button = find('unread') as HTMLButtonElement;
    expect(button.textContent).toMatch(/3 unread/);
    button.click();
    expect(onchat).toHaveBeenCalledOnce();
  });
});

test('the log shows the hash of the dice under "Details"', () => {
  const commitment = 'ab'.repeat(32);
  const log = [entry(1, 'start', { game: 'knister', commitment })];
  mountHere(LogPanel, { log, position: rolled, table: seated });
  const details = find('log-details') as HTMLDetailsElement;
  expect(details.open).toBe(false);
  expect(details.querySelector('code')?.textContent).toBe(commitment);
  expect(find('log')?.textContent?.split('Details')[0]).not.toContain('abab');
});

test('on a touch screen, the guide does not speak of keys', () => {
  const text = 'Pull the lever[ or press R].';
  expect(textForDevice(text)).toBe('Pull the lever or press R.');
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  expect(textForDevice(text)).toBe('Pull the lever.');
});
