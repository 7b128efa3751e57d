import { flushSync } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { setLocale } from '../src/i18n';
import { ICONS } from '../src/components/Icon.svelte';
import { findRolls } from '../src/lib/review/decisiveRolls';
import { findMoments } from '../src/lib/review/lesson';
import DecisionVerdict from '../src/pages/review/DecisionVerdict.svelte';
import DecisiveRolls from '../src/pages/review/DecisiveRolls.svelte';
import { decision, review } from './fixtures';
import { mountHere } from './mounted';

afterEach(async () => {
  setLocale('en');
});

const better = { action: 'd4', points: 60, win: null, uncertainty: 0, win_uncertainty: null };
const mistaken = decision(7, 0, {
  grade: 'mistake',
  loss: 5,
  error: 5,
  cost: 5,
  better: { ...decision(7, 0, {}).played, ...better },
  sentences: { en: 'd4 is better than e5, because it leaves row 1 open.' },
});

test('a verdict is first the sentence, then the moves, and then numbers to unfold', () => {
  const props = { decision: mistaken, game: 'knister', names: ['Ann'], head: 'Ann:' };
  mountHere(DecisionVerdict, props);
  const parts = [...document.querySelectorAll('[data-testid=judgement] > *')];
  expect(parts.map(({ tagName }) => tagName)).toEqual(['P', 'UL', 'DETAILS']);
  expect(parts[0]!.textContent).toContain('d4 is better than e5');
  expect(parts[1]!.textContent).not.toMatch(/points/);
  expect((parts[2] as HTMLDetailsElement).open).toBe(false);
  expect(parts[2]!.textContent).toContain('5.0 points lost');
});

test('the luckiest and the unluckiest roll lead to their steps', () => {
  const change = (event: number, points: number, seat = 0) => ({
    event,
    seat,
    kind: 'luck' as const,
    points,
    value: 0,
  });
  const game = { ...review, changes: [change(3, 4), change(5, -6), change(6, 9), change(4, -9, 1)] };
  expect(findRolls(game, 0).map(({ kind, event }) => [kind, event])).toEqual([
    ['unlucky', 5],
    ['lucky', 6],
  ]);
  expect(findRolls({ ...game, changes: [change(3, 0.2)] }, 0)).toEqual([]);
  const went: number[] = [];
  const props = { review: game, seat: 0, go: (event: number) => went.push(event) };
  mountHere(DecisiveRolls, props);
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-testid=rolls] button')];
  expect(buttons).toHaveLength(2);
  buttons[0]!.click();
  flushSync();
  expect(went).toEqual([5]);
});

test('moments are decisions of one seat, in order of play', () => {
  const [first] = review.seats;
  const lesson = { ...first!.lesson, moments: [2, 5, 3] };
  const game = { ...review, seats: [{ ...first!, lesson }] };
  expect(findMoments(game, 0).map(({ event }) => event)).toEqual([2, 5]);
  expect(findMoments(game, 1)).toEqual([]);
});

/** What each of these pictures stands for, wherever it is used. */
const MEANINGS = {
  help: 'rules',
  coach: 'the coach',
  bulb: 'a hint',
  mistake: 'mistakes',
  again: 'again',
  branch: 'what if',
};

test('each meaning has an icon of its own', () => {
  expect(Object.keys(MEANINGS).filter((name) => !ICONS.includes(name as (typeof ICONS)[number]))).toEqual([]);
  const pages = import.meta.glob<string>('../src/**/*.svelte', { eager: true, query: '?raw', import: 'default' });
  const uses = (name: string) =>
    Object.entries(pages).flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line) => (line.includes(`name="${name}"`) ? [`${path.split('/').at(-1)}: ${line}`] : [])),
    );
  expect(uses('help').filter((use) => /coach|ask|closer/i.test(use))).toEqual([]);
  expect(uses('bulb').filter((use) => !use.startsWith('HintButton'))).toEqual([]);
  expect(uses('again').filter((use) => /what_if|try/.test(use))).toEqual([]);
});
