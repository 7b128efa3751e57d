// The codes with which phones connect.
import { expect, test } from 'vitest';
import {
  decodeDescription,
  encodeDescription,
  readSdp,
  writeSdp,
  type Description,
} from '../src/lib/phones/description';

const INVITATION: Description = {
  kind: 'invitation',
  table: '0ZBCDE',
  to: '',
  ufrag: 'aF/+',
  pwd: 'i9ZCt5EAb11DjBeJU8eN/ODJ',
  fingerprint: '40d405517238419 7ac97167343570dbc48485f44f3f647acdb789fe58f9a0a31'.replace(' ', ''),
  candidates: [
    { address: '192.168.178.27', port: 59904 },
    { address: '1c79214f-3ac1-40c5-9525-ba405844bb15.local', port: 80 },
    { address: 'fd00::1', port: 65535 },
  ],
};
const ANSWER: Description = { ...INVITATION, kind: 'answer', to: 'zZ09', ufrag: 'abcdef12', candidates: [] };

test('codes contain the whole description', () => {
  for (const description of [INVITATION, ANSWER]) {
    const code = encodeDescription(description);
    expect(decodeDescription(code)).toEqual(description);
    expect(decodeDescription(`Komm: https://example.org/knobel/#/phones/${code}\n`)).toEqual(description);
    expect(decodeDescription(`https://example.org/#/phones/${code}. Bis gleich`)).toEqual(description);
  }
});

test('a code with two addresses has about 150 characters', () => {
  const code = encodeDescription({ ...INVITATION, candidates: INVITATION.candidates.slice(1) });
  expect(code.length).toBeLessThanOrEqual(150);
});

test('each damaged letter is found', () => {
  const code = encodeDescription(INVITATION);
  for (let i = 0; i < code.length - 1; i += 1) {
    const other = code[i] === 'A' ? 'B' : 'A';
    expect(decodeDescription(code.slice(0, i) + other + code.slice(i + 1))).toBe('damaged');
    expect(decodeDescription(code.slice(0, i))).toBe('damaged');
  }
  for (const text of ['', 'https://example.org/', 'knobel', '/phones/', '%%%', 'A'.repeat(5000)])
    expect(decodeDescription(text)).toBe('damaged');
});

test('codes of other versions are named', () => {
  expect(decodeDescription('5iNEW.CODE.1add')).toBe('version');
});

test('the session description is rebuilt', () => {
  const sdp = writeSdp(INVITATION);
  expect(readSdp(sdp)).toEqual({
    ufrag: INVITATION.ufrag,
    pwd: INVITATION.pwd,
    fingerprint: INVITATION.fingerprint,
    candidates: INVITATION.candidates,
  });
  expect(sdp).toContain('a=setup:actpass');
  expect(writeSdp(ANSWER)).toContain('a=setup:active');
});

test('addresses that others cannot use are left out', () => {
  const sdp = writeSdp({
    ...INVITATION,
    candidates: [
      { address: '127.0.0.1', port: 1 },
      { address: 'fe80::1', port: 2 },
      { address: '10.0.0.7', port: 3 },
    ],
  });
  expect(readSdp(sdp).candidates).toEqual([{ address: '10.0.0.7', port: 3 }]);
});
