// The file of a person's data: which games it has, and which player the person was.
import { expect, test } from 'vitest';
import { readAnswers, readExport } from '../src/lib/records/returnedData';

const record = (...seats: string[]) => `${JSON.stringify({ knobel: 1, game: 'knister', seats })}\n`;
const file = (...games: object[]) => JSON.stringify({ person: { name: 'Ann' }, games });

test('the seat is that of the file, or the only one with the name', () => {
  const read = readExport(file({ record: 'x', seat: 2 }, { record: record('Ben', 'Ann') }, { record: record('Ben') }));
  expect(read?.map(({ seat }) => seat)).toEqual([2, 1, null]);
});

test('other files are refused as a whole', () => {
  for (const text of ['', '[]', '{}', file({ record: 3 }), JSON.stringify({ games: [{ record: 'x' }] })])
    expect(readExport(text)).toBeNull();
});

test('answers to exercises are those that a server takes', () => {
  const answer = { key: '0a', right: true, time: 1, day: '' };
  const exercises = [{ game: 'knister', ...answer }, null, 3, answer, { game: 'knister', ...answer, key: '?' }];
  const text = JSON.stringify({ person: { name: 'Ann' }, games: [], exercises });
  expect([...readAnswers(text)]).toEqual([['knister', [answer]]]);
  expect(readAnswers(file()).size).toBe(0);
});
