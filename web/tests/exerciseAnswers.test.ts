// Answers to exercises are kept until the server has them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveItem } from '../src/lib/preferences/storage';
import { addAnswer, MAX_ANSWERS, pendingAnswers, sendAnswers } from '../src/lib/review/exerciseAnswers';

const send = vi.fn<typeof fetch>();
const nothing = () => new Response(null, { status: 204 });

beforeEach(() => vi.stubGlobal('fetch', send.mockReset()));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
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
  send.mockResolvedValueOnce(nothing());
  await sendAnswers('knister');
  await sendAnswers('knister');
  expect(send.mock.calls.map(([, request]) => request?.body)).toEqual([JSON.stringify({ answers: [answer(1)] })]);
});

test('an answer stays until it is sent, and one that another tab adds meanwhile stays, too', async () => {
  addAnswer('knister', answer(1));
  send.mockRejectedValueOnce(new Error('offline'));
  await expect(sendAnswers('knister')).rejects.toThrow('offline');
  expect(pendingAnswers('knister')).toEqual([answer(1)]);
  send.mockImplementationOnce(async () => {
    addAnswer('knister', answer(2));
    return nothing();
  });
  await sendAnswers('knister');
  expect(pendingAnswers('knister')).toEqual([answer(2)]);
});
