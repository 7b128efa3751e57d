import { expect, test } from 'vitest';
import { joinPath } from '../src/lib/table/joinPath';

const KEY = 'aB3_-xYz0123456789-_qR';

test.each([
  ['ABCDEF', '/t/ABCDEF'],
  ['abcdef', '/t/ABCDEF'],
  [' ABCDEF\n', '/t/ABCDEF'],
  ['ABC DEF', '/t/ABCDEF'],
  ['ABC-DEF', '/t/ABCDEF'],
  ['A B C D E F', '/t/ABCDEF'],
  ['\u200bABC\u00a0DEF\u2069.', '/t/ABCDEF'],
  ['ＡＢＣＤＥＦ', '/t/ABCDEF'],
  ['„ABCDEF“', '/t/ABCDEF'],
  ['abcde', '/cup/ABCDE'],
  ['4 abcde', '/group/4ABCDE'],
  ['0abcde', '/t/0ABCDE'],
  [`ABCDEF-${KEY}`, `/t/ABCDEF-${KEY}`],
  [`(ABCDEF-${KEY}).`, `/t/ABCDEF-${KEY}`],
  [`https://knobel.example/t/ABCDEF-${KEY}.`, `/t/ABCDEF-${KEY}`],
  [`https://knobel.example/t/ABCDEF-${KEY}`, `/t/ABCDEF-${KEY}`],
  [`https://knobel.example/games/t/abcdef-${KEY}?x=1`, `/t/ABCDEF-${KEY}`],
  [`Come: https://knobel.example/t/ABCDEF-${KEY} !`, `/t/ABCDEF-${KEY}`],
  ['http://192.168.0.7:8000/t/ABCDEF', '/t/ABCDEF'],
  ['knobel.example/t/ABCDEF/projector', '/t/ABCDEF'],
  [`https://knobel.example/cup/ABCDE-${KEY}`, `/cup/ABCDE-${KEY}`],
  [`https://knobel.example/group/4ABCDE-${KEY}`, `/group/4ABCDE-${KEY}`],
  ['https://knobel.example/#/t/ABCDEF', '/t/ABCDEF'],
  ['', null],
  ['ABCD', null],
  ['ABCDEFG', null],
  ['ÄBCDEF', null],
  ['https://knobel.example/scores', null],
  ['https://knobel.example/t/ABCDEFG', null],
])('%j leads to %j', (text, path) => {
  expect(joinPath(text)).toBe(path);
});
