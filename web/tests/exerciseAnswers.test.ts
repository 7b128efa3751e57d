// Answers to exercises are kept until the server has them.
import { afterEach, expect, test, vi } from 'vitest';
import { sendExerciseAnswers } from '../src/lib/connection/api';
import { saveItem } from '../src/lib/preferences/storage';
import { addAnswer, MAX_ANSWERS, pendingAnswers, sendAnswers } from '../src/lib/review/exerciseAnswers';

vi.mock('../src/lib/connection/api', () => ({ sendExerciseAnswers: vi.fn() }));
const send = vi.mocked(sendExerciseAnswers);

afterEach(() => {
  localStorage.clear();
  send.mockReset();
});

const answer = (time: number) => ({ key: '0123456789ab', right: true, time, day: '' });

test('answers are kept by game, the latest ones', () => {
  addAnswer('knister', answer(1));
  addAnswer('knaster', answer(2));
  addAnswer('knister', answer(3));
  expect(pendingAnswers('knister')).toEqual([answer(1), answer(3)]);
  saveItem('exercises.knister', JSON.stringify(Array.from({ length: MAX_ANSWERS }, (_, i) => answer(i))));
  addAnswer('knister', answer(MAX_ANSWERS));
  expect(pendingAnswers('knister').map(({ time }) => time)).toEqual(
    Array.from({ length: MAX_ANSWERS }, (_, i) => i + 1),
  );
});

test('what cannot be read is no answer', () => {
  for (const text of ['', '{', '{}', '[null, {"key": 1}, {"key": "a", "right": true, "time": 0.5}]']) {
    saveItem('exercises.knister', text);
    expect(pendingAnswers('knister')).toEqual([]);
  }
});

test('the answers of earlier versions of the page are sent once', async () => {
  saveItem('exercises.knister', JSON.stringify([{ key: '0123456789ab', right: true, time: 1 }]));
  await sendAnswers('knister');
  await sendAnswers('knister');
  expect(send.mock.calls).toEqual([['knister', [answer(1)]]]);
});

test('an answer stays until it is sent, and one that another tab adds meanwhile stays, too', async () => {
  addAnswer('knister', answer(1));
  send.mockRejectedValueOnce(new Error('offline'));
  await expect(sendAnswers('knister')).rejects.toThrow('offline');
  expect(pendingAnswers('knister')).toEqual([answer(1)]);
  send.mockImplementationOnce(async () => addAnswer('knister', answer(2)));
  await sendAnswers('knister');
  expect(pendingAnswers('knister')).toEqual([answer(2)]);
});
