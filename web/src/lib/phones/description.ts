// What two browsers must know of each other to connect, as a code for a link or a QR code (docs/offline.md describes it).

import { bytesOf, hexOf } from '../records/sha256';

/** An address of a browser in its network: an IP address, or a name that only devices in the same network can resolve. */
export interface Candidate {
  address: string;
  port: number;
}

export interface Description {
  /** An invitation of a host, or the answer of a guest to it. */
  kind: 'invitation' | 'answer';
  /** The table's code. */
  table: string;
  ufrag: string;
  pwd: string;
  /** SHA-256 of the certificate, 32 bytes in hexadecimal. */
  fingerprint: string;
  candidates: Candidate[];
  /** In an answer: the first four characters of the invitation's `ufrag`, which tell which one it answers. */
  to: string;
}

/** What a device says of itself. */
export type Local = Pick<Description, 'ufrag' | 'pwd' | 'fingerprint' | 'candidates'>;
export type Credentials = Pick<Description, 'ufrag' | 'pwd'>;

/** Why a code cannot be used. */
export type CodeProblem = 'damaged' | 'version';

export class BadCode extends Error {
  readonly kind: CodeProblem;

  constructor(kind: CodeProblem) {
    super(kind);
    this.kind = kind;
  }
}

const VERSION = 3;
const KINDS = ['invitation', 'answer'] as const;
const TABLE = /^[A-HJ-NP-Z]*$/;
const TABLE_LENGTH = 5;
/** More would make the QR code hard to read; one per network is enough. */
const MAX_CANDIDATES = 4;
const [IPV4, IPV6, LOCAL_NAME] = [0, 1, 2];
const ADDRESS_BYTES = [4, 16, 16];
/** Browsers hide their addresses behind such names, unless the page may use the camera. */
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local$/i;
/** The number of characters of a `ufrag` in an answer. */
export const TO_LENGTH = 4;

const base64Bytes = (base64: string) => Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const iceBytes = (length: number) => Math.ceil((6 * length) / 8);

/** CRC-16/CCITT-FALSE: it finds damage of copied codes. */
function checksum(bytes: readonly number[]): [number, number] {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return [crc >> 8, crc & 255];
}

/** The letters of ICE are those of Base64, with six bits each; the last byte is filled up with zeros. */
const packIce = (text: string): number[] =>
  base64Bytes(text.padEnd(Math.ceil(text.length / 4) * 4, 'A')).slice(0, iceBytes(text.length));

const unpackIce = (bytes: readonly number[], length: number): string =>
  btoa(String.fromCharCode(...bytes, 0, 0)).slice(0, length);

/** The 16 bytes of an IPv6 address, which the browser writes in full; null for other texts. */
function ipv6Bytes(address: string): number[] | null {
  if (!address.includes(':')) return null;
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...after];
  if (all.length !== 8 || !all.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null;
  return all.flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]);
}

function packCandidate({ address, port }: Candidate): number[] | null {
  const end = [port >> 8, port & 255];
  if (/^(\d{1,3}\.){3}\d{1,3}$/.test(address)) return [IPV4!, ...address.split('.').map(Number), ...end];
  const name = UUID.exec(address);
  if (name) return [LOCAL_NAME!, ...bytesOf(name.slice(1).join('')), ...end];
  const bytes = ipv6Bytes(address);
  return bytes && [IPV6!, ...bytes, ...end];
}

function unpackAddress(type: number, bytes: readonly number[]): string {
  if (type === IPV4) return bytes.join('.');
  const hex = hexOf(bytes);
  if (type === IPV6) return hex.match(/.{4}/g)!.join(':');
  return `${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}.local`;
}

/** The description as a code of the letters that links may contain. */
export function encodeDescription(description: Description): string {
  const { kind, table, to, ufrag, pwd, fingerprint, candidates } = description;
  const packed = candidates.map(packCandidate).filter((bytes) => bytes !== null);
  const chosen = packed.slice(0, MAX_CANDIDATES);
  const bytes = [
    (VERSION << 4) | KINDS.indexOf(kind),
    ...packIce(table.slice(1)),
    ...(kind === 'answer' ? packIce(to) : []),
    ufrag.length,
    ...packIce(ufrag),
    pwd.length,
    ...packIce(pwd),
    ...bytesOf(fingerprint),
    chosen.length,
    ...chosen.flat(),
  ];
  const all = String.fromCharCode(...bytes, ...checksum(bytes));
  return btoa(all).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The description in a code, or in a text that contains its link. @throws BadCode if it cannot be used. */
export function decodeDescription(text: string): Description {
  const code = /(?:\/phones\/|^\s*)([\w-]+)\s*$/.exec(text)?.[1] ?? /\/phones\/([\w-]+)/.exec(text)?.[1];
  if (!code) throw new BadCode('damaged');
  let bytes: number[];
  try {
    bytes = base64Bytes(code.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    throw new BadCode('damaged');
  }
  const end = bytes.length - 2;
  if (end < 1 || String(checksum(bytes.slice(0, end))) !== String(bytes.slice(end))) throw new BadCode('damaged');
  const kind = KINDS[bytes[0]! & 15];
  if (bytes[0]! >> 4 !== VERSION || !kind) throw new BadCode('version');
  let at = 1;
  const take = (count: number) => {
    if (at + count > end) throw new BadCode('damaged');
    at += count;
    return bytes.slice(at - count, at);
  };
  const takeIce = (length = take(1)[0]!) => unpackIce(take(iceBytes(length)), length);
  const found: Description = {
    kind,
    table: `0${takeIce(TABLE_LENGTH)}`,
    to: kind === 'answer' ? takeIce(TO_LENGTH) : '',
    ufrag: takeIce(),
    pwd: takeIce(),
    fingerprint: hexOf(take(32)),
    candidates: Array.from({ length: take(1)[0]! }, () => {
      const [type] = take(1);
      const size = ADDRESS_BYTES[type!];
      if (size === undefined) throw new BadCode('version');
      const address = unpackAddress(type!, take(size));
      const [high, low] = take(2);
      return { address, port: (high! << 8) | low! };
    }),
  };
  if (at !== end || !TABLE.test(found.table.slice(1)) || found.ufrag.length < 4 || found.pwd.length < 22)
    throw new BadCode('damaged');
  return found;
}

/** The part of a session description that others need. @throws Error if the browser has another form of it. */
export function readSdp(sdp: string): Local {
  const value = (name: string) => {
    const found = new RegExp(`^a=${name}:(.*)$`, 'm').exec(sdp)?.[1]?.trim();
    if (!found) throw new Error(`the browser's description has no ${name}`);
    return found;
  };
  const fingerprint = /^sha-256 ([0-9a-f:]+)$/i.exec(value('fingerprint'))?.[1];
  if (!fingerprint) throw new Error('the certificate has no hash of SHA-256');
  const candidates = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ host/gim)]
    .map(([, address, port]) => ({ address: address!, port: Number(port) }))
    // Addresses of this machine alone, and those that are valid only with the name of an interface.
    .filter(({ address }) => !/^(127\.|::1$|fe80:)/i.test(address));
  return {
    ufrag: value('ice-ufrag'),
    pwd: value('ice-pwd'),
    fingerprint: fingerprint.replaceAll(':', '').toLowerCase(),
    candidates,
  };
}

/** The session description of the other browser. */
export function writeSdp({ kind, ufrag, pwd, fingerprint, candidates }: Omit<Description, 'table' | 'to'>): string {
  const lines = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${pwd}`,
    `a=fingerprint:sha-256 ${fingerprint.toUpperCase().match(/../g)!.join(':')}`,
    `a=setup:${kind === 'invitation' ? 'actpass' : 'active'}`,
    'a=mid:0',
    'a=sctp-port:5000',
    'a=max-message-size:262144',
    ...candidates.map(
      ({ address, port }, i) => `a=candidate:${i + 1} 1 udp ${2_113_937_151 - i} ${address} ${port} typ host`,
    ),
    ...(candidates.length > 0 ? ['a=end-of-candidates'] : []),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
