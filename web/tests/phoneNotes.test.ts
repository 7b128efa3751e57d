// What the pages at a table say to each other: another device is foreign.
import { expect, test } from 'vitest';
import { readNote } from '../src/lib/phones/notes';

test.each([
  '',
  'x',
  '{}',
  'null',
  '[]',
  '[1]',
  '{"toString":1}',
  '{"hello":{"version":4}}',
  '{"ask":"1"}',
  '{"claim":{"leads":"a","guests":"b","lines":1}}',
  '{"ask":1,"more":2}',
  `{"others":${JSON.stringify(Array(101).fill('a'))}}`,
])('%s is no note', (text) => expect(() => readNote(text)).toThrow());

test('notes have what they say', () => {
  const claim = { leads: 'phone-1', guests: ['phone-2'], lines: 3 };
  expect(readNote(JSON.stringify({ claim }))).toEqual({ claim });
  expect(readNote('{"ask":0}')).toEqual({ ask: 0 });
});
