// A device that leads a table and hears from nobody: it tries its guests, and the device that led the table before.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '../src/lib/phones/notes';
import type { Peer as PeerType } from '../src/lib/phones/peer';

const TABLE = '0ALONE';
const own = { ufrag: 'abcd', pwd: 'a'.repeat(22) };
const other = { ufrag: 'efgh', pwd: 'b'.repeat(22), fingerprint: '0'.repeat(64), candidates: [] };

/** A connection that nobody has answered yet. */
class Waiting {
  isOpen = false;
  isHost = false;
  onopen: (() => void) | null = null;
  onnote: ((note: Note) => void) | null = null;
  said: Note[] = [];
  note = (note: Note) => this.said.push(note);
  close = vi.fn();
  accept = vi.fn(async () => undefined);
}

let made: Waiting[];

beforeEach(() => {
  // Other tests replace some of them, and these are the real ones.
  vi.resetModules();
  vi.useFakeTimers();
  localStorage.clear();
  made = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetModules();
});

test('a host without guests tries the host before it again and again, and becomes its guest when it leads the table', async () => {
  const { hostOf, startHost } = await import('../src/lib/phones/host.svelte');
  const { partyAt } = await import('../src/lib/phones/party');
  const { atHost, keepSpares } = await import('../src/lib/phones/kept');
  const { Peer } = await import('../src/lib/phones/peer');
  const make = async () => {
    made.push(new Waiting());
    return [made.at(-1), other] as unknown as [PeerType, typeof other];
  };
  vi.spyOn(Peer, 'invite').mockImplementation(make);
  vi.spyOn(Peer, 'answer').mockImplementation(make);
  keepSpares(TABLE, { 'phone-b': { own, other } });
  keepSpares(atHost(TABLE), { 'phone-h': { own, other } });
  startHost(TABLE);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(Peer.invite).toHaveBeenLastCalledWith(own);
  expect(Peer.answer).toHaveBeenLastCalledWith(other, own);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(made).toHaveLength(4);
  // Those that nobody answered are given up.
  expect(made.map(({ close }) => close.mock.calls.length)).toEqual([1, 1, 0, 0]);

  const before = made.at(-1)!;
  before.isOpen = true;
  before.onopen?.();
  before.onnote?.({ claim: { leads: 'phone-h', guests: ['phone-b'], lines: 9 } });
  await vi.waitFor(() => expect(hostOf(TABLE)).toBeNull(), 10_000);
  expect(partyAt(TABLE).isLed).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(made).toHaveLength(4);
});
