// A closer look at two moves: intervals, the stream of comparisons, and stopping it.
import { flushSync } from 'svelte';
import { describe, expect, test } from 'vitest';
import { betterOf, CloserLook, intervalOf } from '../src/lib/review/closerLook.svelte';
import CloserLookView from '../src/pages/review/CloserLook.svelte';
import type { CoachComparison } from '../src/wire';
import { mountHere } from './mounted';

const estimate = (mean: number, uncertainty: number) => ({ mean, uncertainty });

function comparison(samples: number, mean: number, uncertainty: number): CoachComparison {
  const action = (name: string) => ({
    action: name,
    points: estimate(70, 1),
    quantiles: [60, 70, 80],
    win: null,
  });
  return { samples, actions: [action('a1'), action('b1')], points: estimate(mean, uncertainty), win: null };
}

describe('an interval', () => {
  test('has 1.96 standard errors on both sides, in any unit', () => {
    const found = intervalOf(estimate(0.5, 0.01), 100);
    expect(found.mean).toBeCloseTo(50);
    expect(found.half).toBeCloseTo(1.96);
    expect([found.low, found.high]).toEqual([found.mean - found.half, found.mean + found.half]);
  });

  test('decides which action is better only if it is on one side of 0', () => {
    expect(betterOf(intervalOf(estimate(2, 1)))).toBe(0);
    expect(betterOf(intervalOf(estimate(-2, 1)))).toBe(1);
    expect(betterOf(intervalOf(estimate(1, 1)))).toBeNull();
  });
});

describe('a closer look', () => {
  test('goes on with its moves when a better assessment arrives', async () => {
    const asked: (readonly [string, string])[] = [];
    const props = $state({
      async *compare(actions: readonly [string, string]) {
        asked.push(actions);
        yield await Promise.resolve(comparison(6, 1, 4));
      },
      actions: ['a1', 'b1'] as readonly [string, string],
      game: 'knister',
      names: ['Ann'],
    });
    mountHere(CloserLookView, props);
    const part = (name: string) => document.querySelector<HTMLElement>(`[data-testid="${name}"]`);
    flushSync();
    part('look-closer')?.click();
    props.actions = ['c1', 'd1'];
    await new Promise((resolve) => setTimeout(resolve));
    flushSync();
    expect(asked).toEqual([['a1', 'b1']]);
    expect(part('closer-difference')?.textContent).toContain('±');
    expect(part('closer')?.textContent).toContain('a1');
    expect(part('closer')?.textContent).not.toContain('c1');
  });

  test('shows each comparison, on the scale of the widest interval', async () => {
    const look = new CloserLook(async function* () {
      yield comparison(6, 1, 4);
      yield await Promise.resolve(comparison(60, 2, 1));
    });
    await look.start(['a1', 'b1']);
    expect(look.comparison?.samples).toBe(60);
    expect(look.extent).toBeCloseTo(1.15 * (1 + 1.96 * 4));
    expect([look.busy, look.problem, look.stopped]).toEqual([false, null, false]);
  });

  test('closes the connection when it is stopped, and keeps what it knows', async () => {
    let aborted = false;
    const look = new CloserLook(async function* (_, signal) {
      yield comparison(6, 1, 4);
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new Error('aborted'));
        });
      });
      yield comparison(60, 2, 1);
    });
    const running = look.start(['a1', 'b1']);
    await Promise.resolve();
    await Promise.resolve();
    look.stop();
    await running;
    expect([aborted, look.stopped]).toEqual([true, true]);
    expect([look.comparison?.samples, look.busy, look.problem]).toEqual([6, false, null]);
  });

  test('tells why nothing came', async () => {
    // eslint-disable-next-line require-yield
    const look = new CloserLook(async function* () {
      await Promise.reject(new Error('no'));
    });
    await look.start(['a1', 'b1']);
    expect(look.problem).toBeTruthy();
  });
});
