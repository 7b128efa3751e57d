import { expect, test } from 'vitest';
import { sentEntry } from '../src/lib/game/sentEntry.svelte';
import { Exercise } from '../src/lib/review/exercise.svelte';
import type { CoachDecision } from '../src/wire';
import { decision, position } from './fixtures';

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
