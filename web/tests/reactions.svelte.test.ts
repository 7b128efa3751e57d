// Quick reactions: shown for a moment, announced, muted by the device, offered where somebody may see them.
import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import ReactionMark from '../src/components/game/ReactionMark.svelte';
import ReactionStrip from '../src/components/game/ReactionStrip.svelte';
import { TableClient } from '../src/lib/connection/tableClient.svelte';
import { newsQueue } from '../src/lib/game/newsQueue.svelte';
import { quickReactions } from '../src/lib/preferences/switches.svelte';
import { REACTION_NAMES, reactions, type ReactionName } from '../src/lib/table/reactions.svelte';
import { announcements } from '../src/lib/ui/announcer.svelte';
import type { Reaction, Table } from '../src/wire';
import { line } from './fakeSocket';
import { state, table } from './fixtures';
import { find, mountHere } from './mounted';

const LONG_MS = 60_000;

let client: TableClient;
const reaction = (person: string, name: string, which: ReactionName): Reaction => ({
  type: 'reaction',
  sender: { id: person, name, table: null },
  reaction: which,
});
/** A device that is handed around. */
const handedOn = (names: string[]): Table => {
  const { seats, ...more } = table(names);
  return { ...more, seats: seats.map((seat, i) => ({ ...seat, person: i === 0 ? 'you' : `you-${i + 1}` })) };
};

function showStrip(at: Table, react = vi.fn()): typeof react {
  const children = createRawSnippet(() => ({ render: () => '<ul></ul>' }));
  mountHere(ReactionStrip, { table: at, react, children });
  return react;
}

// An announcement of an earlier file may wait; the next ones would be read together with it, at its time.
beforeAll(() => new Promise((resolve) => setTimeout(resolve, 300)));

beforeEach(() => {
  vi.useFakeTimers();
  line.install();
  client = new TableClient('ABCDEF', '', () => {});
  line.open();
});

afterEach(async () => {
  quickReactions.on = true;
  reactions.clear();
  newsQueue.clear();
  client.close();
  vi.useRealTimers();
});

test('a reaction is shown beside the name for a moment, the latest one, and announced', async () => {
  await line.say(state(-1, 1, { table: table(['Ann', 'Ben']) }));
  mountHere(ReactionMark, { person: 'p1' });
  await line.say(reaction('p1', 'Ben', 'clap'));
  await line.say(reaction('p1', 'Ben', 'luck'));
  flushSync();
  expect(find('reaction-p1')?.textContent).toBe('🍀');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announcements().join('')).toContain('Ben: applause Ben: good luck');
  expect(newsQueue.current).toBeNull();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  flushSync();
  expect(find('reaction-p1')).toBeNull();
});

test('a spectator, whose name is in no list, is named with the reaction', async () => {
  await line.say(state(-1, 1, { table: table(['Ann', 'Ben']) }));
  await line.say(reaction('p7', 'Zoe', 'wow'));
  expect(newsQueue.current?.text).toBe('Zoe: 😮');
});

test('nothing is shown where reactions are off, or of blocked people', async () => {
  quickReactions.on = false;
  await line.say(reaction('p7', 'Zoe', 'wow'));
  expect([reactions.of('p7'), newsQueue.current]).toEqual([undefined, null]);
  showStrip(table(['Ann', 'Ben']));
  expect(find('react')).toBeNull();
});

test('six are offered, one is sent', async () => {
  const react = showStrip(table(['Ann', 'Ben']));
  find('react')?.click();
  await Promise.resolve();
  flushSync();
  expect(REACTION_NAMES.length).toBe(6);
  for (const name of REACTION_NAMES) expect(find(`react-${name}`)?.getAttribute('aria-label')).toBeTruthy();
  find('react-laugh')?.click();
  flushSync();
  expect(react).toHaveBeenCalledWith('laugh');
  expect(find('react-laugh')).toBeNull();
  void client.react('laugh');
  expect(line.sent.at(-1)).toMatchObject({ type: 'react', reaction: 'laugh' });
  await line.say({
    type: 'rejected',
    id: line.sent.at(-1)?.id ?? '',
    reason: 'rate_limited',
    message: '',
    rule: null,
    subject: null,
  });
  expect(client.refusal).toBeNull();
});

test.each<[string, Table]>([
  ['bots only', { ...table(['Bot']), seats: [{ ...table(['Bot']).seats[0]!, kind: 'bot', person: null }] }],
  ['a hidden chat', table(['Ann', 'Ben'], { chat_hidden: true })],
  ['a deal', table(['Ann', 'Ben'], { deal: '2026-11-27/knister' })],
  ['people to whom the device is handed', handedOn(['Ann', 'Ben'])],
])('none are offered with %s', (_, at) => {
  showStrip(at);
  expect(find('react')).toBeNull();
});
