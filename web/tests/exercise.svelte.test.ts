import { expect, test } from 'vitest';
import { sentEntry } from '../src/lib/game/sentEntry.svelte';
import { Exercise } from '../src/lib/review/exercise.svelte';
import type { CoachDecision } from '../src/wire';
import { choice, decision, judged, position } from './fixtures';

test('a revealed answer shows only the better action and is no answer of the person', async () => {
  const asked: [string, boolean][] = [];
  const given = position('knister', { choices: [choice('a1'), choice('c3')] });
  const exercise = new Exercise(given, 0, (action, revealed) => {
    asked.push([action, revealed]);
    return Promise.resolve({ decision: decision(1, 0, { better: judged('c3', 50) }) });
  });
  await exercise.reveal();
  expect(asked).toEqual([['a1', true]]);
  expect(exercise.marks?.at(0, 'c3')?.roles).toEqual(['better']);
  expect(exercise.marks?.at(0, 'a1')).toBeUndefined();
  exercise.retry();
  expect([exercise.revealed, exercise.verdict]).toEqual([false, null]);
});

test('an entry stays on the sheet while the coach thinks about it', async () => {
  let answer = (): void => {};
  const given = position('knister', { choices: [] });
  const exercise = new Exercise(
    given,
    0,
    () => new Promise<{ decision: CoachDecision }>((done) => (answer = () => done({ decision: decision(1, 0, {}) }))),
  );
  const judged = exercise.act('c3');
  expect(sentEntry.of(given)).toBe('c3');
  answer();
  await judged;
  expect(sentEntry.of(given)).toBeNull();
  expect(exercise.verdict).not.toBeNull();
});
