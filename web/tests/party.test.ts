// A guest whose host is gone: when this device leads the table on.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '../src/lib/phones/notes';
import { partyAt, setHosting, type Party } from '../src/lib/phones/party';
import { Peer } from '../src/lib/phones/peer';

const { OWN } = vi.hoisted(() => ({ OWN: 'phone-a' }));
vi.mock('../src/lib/offline/device', () => ({ inheritTable: vi.fn(), forgetTable: vi.fn() }));
vi.mock('../src/lib/phones/identity', () => ({ ownId: async () => OWN, secretFor: async () => '' }));
vi.mock('../src/lib/phones/tableCopy', () => ({
  KeptCopy: class {
    lines = [];
    heirs = [OWN, 'phone-b'];
    load = async () => [];
    end = () => undefined;
  },
}));

/** Another device; `led` is what it answers, null if nothing arrives from it. */
class Other {
  isOpen = true;
  isKept = true;
  onnote: ((note: Note) => void) | null = null;
  onclose: (() => void) | null = null;
  close = vi.fn();
  readonly #led: boolean | null;
  constructor(led: boolean | null = null) {
    this.#led = led;
  }
  note({ ask }: Note): void {
    if (ask !== undefined && this.#led !== null) this.onnote?.({ answer: { more: [], led: this.#led } });
  }
}

const begin = vi.fn();
let number = 0;
let party: Party;
let host: Other;

beforeEach(() => {
  vi.useFakeTimers();
  begin.mockReset();
  setHosting({ begin, stop: vi.fn() });
  party = partyAt(`0TEST${(number += 1)}`);
  host = new Other();
  party.meet(host as unknown as Peer);
  party.follow(host as unknown as Peer, 'phone-h');
});
afterEach(() => vi.useRealTimers());

async function meet(other: Other): Promise<void> {
  const local = { ufrag: 'abcd', pwd: 'a'.repeat(22), fingerprint: '0'.repeat(64), candidates: [] };
  vi.spyOn(Peer, 'answer').mockResolvedValue([other as unknown as Peer, local]);
  host.onnote?.({ step: { device: 'phone-b', to: '', local } });
  await vi.advanceTimersByTimeAsync(0);
}

async function lose(): Promise<void> {
  host.isOpen = false;
  host.onclose?.();
  await vi.advanceTimersByTimeAsync(60_000);
}

test('the only guest leads the table on', async () => {
  await lose();
  expect(begin).toHaveBeenCalledOnce();
});

test('so does one that was being connected to a guest who has left', async () => {
  const gone = new Other();
  gone.isOpen = gone.isKept = false;
  await meet(gone);
  await lose();
  expect(begin).toHaveBeenCalledOnce();
});

test('the next one leads the table on when another guest has lost the host too', async () => {
  await meet(new Other(false));
  await lose();
  expect(begin).toHaveBeenCalledOnce();
});

test('a device does not lead the table while another one has the host, or if it hears from nobody', async () => {
  for (const led of [true, null]) {
    await meet(new Other(led));
    await lose();
    expect(begin).not.toHaveBeenCalled();
  }
  // Unless the person wants to.
  await party.lead();
  expect(begin).toHaveBeenCalledOnce();
});

test('a guest whose page was loaded again and who does not find the host leads no table', async () => {
  localStorage.clear();
  const again = partyAt('0AGAIN');
  for (let tries = 0; tries < 5; tries += 1) {
    void again.connected();
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(begin).not.toHaveBeenCalled();
});
