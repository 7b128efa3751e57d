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

/** Why an answer cannot be used. */
export type AnswerProblem = CodeProblem | 'own' | 'used' | 'other' | 'unreachable';

const VERSION = '4';
const KINDS = { i: 'invitation', a: 'answer' } as const;
/** More would make the QR code hard to read; one per network is enough. */
const MAX_CANDIDATES = 4;
/** Browsers hide their addresses behind such names, unless the page may use the camera. */
const NAME = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})\.local$/i;
/** The number of characters of a `ufrag` in an answer. */
export const TO_LENGTH = 4;
const CHECKSUM_LENGTH = 4;
/** The parts of a code, without candidates. */
const CODE =
  /^(?<kind>[ia])(?<table>[A-HJ-NP-Z]{5})\.(?<to>[\w+/]*)\.(?<ufrag>[\w+/]{4,})\.(?<pwd>[\w+/]{22,})\.(?<hash>[\w+/]{43})$/;

/** Base64 has the letters of ICE. Two of them need an escape in links. */
const forLink = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const fromLink = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');
const toBase64 = (hex: string) => btoa(String.fromCharCode(...bytesOf(hex)));
const toHex = (base64: string) => hexOf(Array.from(atob(base64), (letter) => letter.charCodeAt(0)));

/** CRC-16/CCITT-FALSE: it finds damage of copied codes. */
function checksum(text: string): string {
  let crc = 0xffff;
  for (let i = 0; i < text.length; i += 1) {
    crc ^= text.charCodeAt(i) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).padStart(CHECKSUM_LENGTH, '0');
}

/** An address without dots, which separate the parts of a code. */
function packAddress(address: string): string {
  const name = NAME.exec(address);
  return name ? forLink(toBase64(name.slice(1).join(''))) : address.replaceAll('.', '_');
}

function unpackAddress(packed: string): string {
  if (packed.includes(':')) return packed;
  if (/^(\d{1,3}_){3}\d{1,3}$/.test(packed)) return packed.replaceAll('_', '.');
  return `${toHex(fromLink(packed)).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}.local`;
}

/** The description as a code of letters that links may contain. */
export function encodeDescription(description: Description): string {
  const { kind, table, to, ufrag, pwd, fingerprint, candidates } = description;
  const parts = [kind[0] + table.slice(1), to, ufrag, pwd, toBase64(fingerprint)].map(forLink);
  const addresses = candidates.slice(0, MAX_CANDIDATES).flatMap(({ address, port }) => [packAddress(address), port]);
  const code = [VERSION + parts.join('.'), ...addresses].join('.');
  return `${code}.${checksum(code)}`;
}

/** The description in a code, or in a text that contains its link; or why it cannot be used. */
export function decodeDescription(text: string): Description | CodeProblem {
  const found = /\/phones\/([\w.:-]*\w)/.exec(text) ?? /^\s*([\w.:-]*\w)\s*$/.exec(text);
  const code = found?.[1] ?? '';
  const end = code.length - CHECKSUM_LENGTH - 1;
  if (end < 1 || code.slice(end) !== `.${checksum(code.slice(0, end))}`) return 'damaged';
  if (code[0] !== VERSION) return 'version';
  const parts = code.slice(1, end).split('.');
  const addresses = parts.splice(5);
  const { kind, table, hash, ...more } = CODE.exec(fromLink(parts.join('.')))?.groups ?? {};
  if (!kind) return 'damaged';
  return {
    ...(more as Pick<Description, 'to' | 'ufrag' | 'pwd'>),
    kind: KINDS[kind as keyof typeof KINDS],
    table: `0${table}`,
    fingerprint: toHex(`${hash}=`),
    candidates: addresses.flatMap((packed, i) =>
      i % 2 === 0 ? [{ address: unpackAddress(packed), port: Number(addresses[i + 1]) }] : [],
    ),
  };
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
