// The record of a game on paper.
import { expect, test } from 'vitest';
import { paperRecord, sumRoll, type PaperGame } from '../src/lib/records/paperGame';

const paper: PaperGame = {
  game: 'knister',
  options: {},
  names: ['Ann'],
  typed: [sumRoll(7), [{ seat: 0, move: 'c3' }]],
};
const notes = (game: PaperGame) =>
  paperRecord(game)
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => (JSON.parse(line) as { noted?: string }).noted ?? null);

test('without the order of the entries nothing of it is to be judged', () => {
  expect(notes(paper)).toEqual(['sum', null]);
  expect(notes({ ...paper, unordered: true })).toEqual(['nothing', 'nothing']);
});
