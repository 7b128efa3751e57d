// A guest of a table of this device: what its page says before it is connected to the table.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HostedGuest } from '../src/lib/phones/hostedGuest';
import { VERSION, type Hello, type Note } from '../src/lib/phones/notes';
import type { Peer } from '../src/lib/phones/peer';

const sent = vi.hoisted(() => [] as [person: string, data: string][]);
vi.mock('../src/lib/offline/device', () => ({
  DeviceSocket: class {
    readonly #person: string;
    constructor(_: string, person: string) {
      this.#person = person;
    }
    send = (data: string) => sent.push([this.#person, data]);
    close = () => undefined;
  },
}));

const local = { ufrag: 'abcd', pwd: 'a'.repeat(22), fingerprint: '0'.repeat(64), candidates: [] };
const hello = (more: Partial<Hello> = {}): Hello => ({
  version: VERSION,
  secret: '1'.repeat(64),
  name: 'Bea',
  spare: local,
  ...more,
});
let notes: Note[];
let peer: Peer;

beforeEach(() => {
  notes = [];
  sent.length = 0;
  peer = { isOpen: true, note: (note: Note) => notes.push(note), send: vi.fn(), close: vi.fn() } as unknown as Peer;
  const host = {
    table: '0ABCDE',
    heirs: [],
    take: vi.fn(),
    welcome: vi.fn(),
    forget: vi.fn(),
    introduce: vi.fn(),
    claim: async () => ({ leads: 'phone-1', guests: [], lines: 1 }),
    compare: vi.fn(),
  };
  new HostedGuest(peer, host, '');
});

afterEach(() => vi.restoreAllMocks());

test('commands that follow a greeting at once reach the table', async () => {
  peer.onnote?.({ hello: hello() });
  peer.onmessage?.('{"type":"roll"}');
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  peer.onmessage?.('{"type":"move"}');
  expect(sent.map(([, data]) => data)).toEqual(['{"type":"roll"}', '{"type":"move"}']);
  expect(sent[0]?.[0]).toMatch(/^phone-[0-9a-f]{20}$/);
});

test('a guest who sends too much before that is disconnected', () => {
  peer.onnote?.({ hello: hello() });
  for (let i = 0; i <= 200; i += 1) peer.onmessage?.('x');
  expect(peer.close).toHaveBeenCalled();
});

test('a page of another version is told so', async () => {
  peer.onnote?.({ hello: hello({ version: VERSION - 1 }) });
  peer.onmessage?.('{"type":"roll"}');
  await Promise.resolve();
  expect(notes).toContainEqual({ closed: [4003, 'phones_version'] });
  expect(sent).toEqual([]);
});
