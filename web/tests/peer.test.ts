// Connections between two browsers: those that wait for a device whose addresses are not known.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Peer as PeerType } from '../src/lib/phones/peer';

const SDP = [
  'a=ice-ufrag:abcd',
  `a=ice-pwd:${'a'.repeat(22)}`,
  `a=fingerprint:sha-256 ${Array(32).fill('00').join(':')}`,
  'a=candidate:1 1 udp 1 192.168.0.5 50000 typ host',
].join('\r\n');
const OTHER = { ufrag: 'efgh', pwd: 'b'.repeat(22), fingerprint: '0'.repeat(64), candidates: [] };

class Channel extends EventTarget {
  readyState = 'connecting';
  onmessage: ((event: { data: unknown }) => void) | null = null;
}

class Connection extends EventTarget {
  static last: Connection;
  static generateCertificate = async () => ({});
  channel = new Channel();
  connectionState = 'new';
  iceConnectionState = 'new';
  iceGatheringState = 'complete';
  localDescription = { sdp: SDP };
  onconnectionstatechange: (() => void) | null = null;
  addIceCandidate = vi.fn(async (_: RTCIceCandidateInit) => undefined);
  close = vi.fn();
  constructor() {
    super();
    Connection.last = this;
  }
  createDataChannel = () => this.channel;
  createOffer = async () => ({ type: 'offer', sdp: SDP });
  createAnswer = async () => ({ type: 'answer', sdp: SDP });
  setLocalDescription = async () => undefined;
  setRemoteDescription = async () => undefined;
  follow(state: string): void {
    this.connectionState = state;
    this.onconnectionstatechange?.();
  }
}

let Peer: typeof PeerType;

beforeEach(async () => {
  vi.stubGlobal('RTCPeerConnection', Connection);
  // Other tests may have tried to make a certificate.
  vi.resetModules();
  ({ Peer } = await import('../src/lib/phones/peer'));
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const tried = () => Connection.last.addIceCandidate.mock.calls.map(([{ candidate }]) => candidate);

test.each(['host', 'guest'])('a %s that waits always has an address to try, on its own device', async (side) => {
  if (side === 'host') await (await Peer.invite())[0].accept(OTHER);
  else await Peer.answer(OTHER);
  // As Firefox does, which otherwise gives up after 5 s.
  Connection.last.iceConnectionState = 'checking';
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried().length).toBeGreaterThan(10);
  expect(new Set(tried()).size).toBe(tried().length);
  for (const candidate of tried()) expect(candidate).toMatch(/ 192\.168\.0\.5 \d{1,3} typ host$/);
  Connection.last.iceConnectionState = 'connected';
  const before = tried().length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried().length).toBe(before);
});

test('a browser that does not try such an address, or that knows one, gets no more of them', async () => {
  await Peer.answer(OTHER);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried()).toHaveLength(1);
  await Peer.answer({ ...OTHER, candidates: [{ address: '192.168.0.6', port: 50_000 }] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tried()).toHaveLength(0);
});

test('a connection that fails before it was open may still open, one that fails later is closed', async () => {
  const [peer] = await Peer.answer(OTHER);
  Connection.last.follow('failed');
  expect(Connection.last.close).not.toHaveBeenCalled();
  Connection.last.channel.readyState = 'open';
  Connection.last.follow('connected');
  expect(peer.isOpen).toBe(true);
  Connection.last.follow('failed');
  expect(Connection.last.close).toHaveBeenCalled();
});

test('a certificate that could not be made is made later, and then kept', async () => {
  const make = vi.spyOn(Connection, 'generateCertificate').mockRejectedValueOnce(new Error('not now'));
  await expect(Peer.invite()).rejects.toThrow('not now');
  await Peer.invite();
  await Peer.invite();
  expect(make).toHaveBeenCalledTimes(2);
});

test.each([false, true])('only the host may send many notes at once: %s', async (isHost) => {
  const [peer] = await Peer.answer(OTHER);
  Object.assign(peer, { isHost });
  const heard = vi.fn();
  peer.onnote = heard;
  for (let i = 0; i < 300; i += 1) Connection.last.channel.onmessage?.({ data: '!{"ask":0}' });
  expect(heard.mock.calls.length).toBe(isHost ? 300 : 200);
  expect(Connection.last.close.mock.calls.length).toBe(isHost ? 0 : 1);
  await vi.advanceTimersByTimeAsync(1_000);
});

test.each([
  ['5 MB at once', ['='.padEnd(5_000_000, 'x')], false],
  ['a text in parts', ['+x', '=y'], false],
  ['5 MB at once, from the host', ['='.padEnd(5_000_000, 'x')], true],
  ['parts without an end, from the host', Array<string>(200).fill('+'.padEnd(60_000, 'x')), true],
  ['bytes', [new ArrayBuffer(8)], true],
])('%s close the connection, and nothing of it is heard', async (_, texts, isHost) => {
  const [peer] = await Peer.answer(OTHER);
  Object.assign(peer, { isHost });
  const heard = vi.fn();
  peer.onmessage = heard;
  for (const data of texts) Connection.last.channel.onmessage?.({ data });
  Connection.last.channel.onmessage?.({ data: '=later' });
  expect(heard).not.toHaveBeenCalled();
  expect(Connection.last.close).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
});

test('a long text of the host arrives whole, from parts', async () => {
  const [peer] = await Peer.answer(OTHER);
  peer.isHost = true;
  const heard = vi.fn();
  peer.onmessage = heard;
  for (const data of ['+'.padEnd(60_001, 'a'), '+'.padEnd(60_001, 'b'), '=c'])
    Connection.last.channel.onmessage?.({ data });
  expect(heard).toHaveBeenCalledExactlyOnceWith(`${'a'.repeat(60_000)}${'b'.repeat(60_000)}c`);
  await vi.advanceTimersByTimeAsync(1_000);
});
