import { afterEach, expect, test } from 'vitest';
import { saveItem } from '../src/lib/preferences/storage';
import { addAnswer, loadAnswers, MAX_ANSWERS } from '../src/lib/review/exerciseAnswers';

afterEach(() => localStorage.clear());

const answer = (time: number) => ({ key: '0123456789ab', right: true, time });

test('answers are kept by game, the latest ones', () => {
  addAnswer('knister', answer(1));
  addAnswer('knaster', answer(2));
  addAnswer('knister', answer(3));
  expect(loadAnswers('knister')).toEqual([answer(1), answer(3)]);
  saveItem('exercises.knister', JSON.stringify(Array.from({ length: MAX_ANSWERS }, (_, i) => answer(i))));
  addAnswer('knister', answer(MAX_ANSWERS));
  expect(loadAnswers('knister').map(({ time }) => time)).toEqual(Array.from({ length: MAX_ANSWERS }, (_, i) => i + 1));
});

test('what cannot be read is no answer', () => {
  for (const text of ['', '{', '{}', '[null, {"key": 1}, {"key": "a", "right": true, "time": 0.5}]']) {
    saveItem('exercises.knister', text);
    expect(loadAnswers('knister')).toEqual([]);
  }
});
