// What the page asks of the device: to keep the screen on, to vibrate, and whether somebody looks at the page.
import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { vibration } from '../src/lib/preferences/switches.svelte';
import { isPageWatched } from '../src/lib/ui/pageWatched.svelte';
import { keepScreenAwake } from '../src/lib/ui/screenAwake.svelte';
import { canVibrate, vibrate } from '../src/lib/ui/vibration';

let visibility: DocumentVisibilityState;
let focused: boolean;

function show(visible: boolean): void {
  visibility = visible ? 'visible' : 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  flushSync();
}

beforeEach(() => {
  [visibility, focused] = ['visible', true];
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.spyOn(document, 'hasFocus').mockImplementation(() => focused);
});

afterEach(() => {
  vibration.on = true;
  for (const name of ['wakeLock', 'vibrate', 'userActivation']) Reflect.deleteProperty(navigator, name);
});

describe('the screen', () => {
  let held: number;
  let asked: number;
  let refused: boolean;
  let last: Lock;

  /** A lock as of a browser, which tells when it is released. */
  class Lock extends EventTarget {
    release(): Promise<void> {
      held--;
      this.dispatchEvent(new Event('release'));
      return Promise.resolve();
    }
  }

  function provide(): void {
    [held, asked, refused] = [0, 0, false];
    const request = (): Promise<Lock> => {
      asked++;
      if (refused) return Promise.reject(new DOMException('low battery', 'NotAllowedError'));
      held++;
      last = new Lock();
      return Promise.resolve(last);
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  }

  async function settle(): Promise<void> {
    flushSync();
    await new Promise((resolve) => setTimeout(resolve));
  }

  test('stays on while it is needed and the page is visible', async () => {
    provide();
    let needed = $state(false);
    const stop = $effect.root(() => keepScreenAwake(() => needed));
    await settle();
    expect(asked).toBe(0);
    needed = true;
    await settle();
    expect(held).toBe(1);
    show(false);
    await settle();
    expect(held).toBe(0);
    show(true);
    await settle();
    expect(held).toBe(1);
    needed = false;
    await settle();
    expect(held).toBe(0);
    needed = true;
    await settle();
    stop();
    await settle();
    expect(held).toBe(0);
    show(false);
    show(true);
    await settle();
    expect(held).toBe(0);
  });

  test('is let go if the page is left before the device has answered', async () => {
    provide();
    const stop = $effect.root(() => keepScreenAwake(() => true));
    flushSync();
    stop();
    await settle();
    expect([asked, held]).toEqual([1, 0]);
  });

  test('turns off as usual where the device refuses, or has no such thing', async () => {
    const stop = $effect.root(() => keepScreenAwake(() => true));
    await settle();
    stop();
    provide();
    refused = true;
    const end = $effect.root(() => keepScreenAwake(() => true));
    await settle();
    expect([asked, held]).toEqual([1, 0]);
    refused = false;
    document.dispatchEvent(new Event('pointerdown'));
    await settle();
    expect([asked, held]).toEqual([2, 1]);
    document.dispatchEvent(new Event('pointerdown'));
    await settle();
    expect(asked).toBe(2);
    end();
  });

  test('is asked for again when the device has taken it back', async () => {
    provide();
    vi.useFakeTimers();
    const stop = $effect.root(() => keepScreenAwake(() => true));
    await vi.advanceTimersByTimeAsync(0);
    for (let taken = 1; taken < 3; taken++) {
      await last.release();
      expect([asked, held]).toEqual([taken, 0]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([asked, held]).toEqual([taken + 1, 1]);
    }
    await last.release();
    stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([asked, held]).toEqual([3, 0]);
    vi.useRealTimers();
  });
});

test('a page is looked at while it is visible and has the focus', () => {
  const seen: boolean[] = [];
  const stop = $effect.root(() => {
    $effect(() => void seen.push(isPageWatched()));
  });
  flushSync();
  show(false);
  show(true);
  focused = false;
  dispatchEvent(new Event('blur'));
  flushSync();
  stop();
  show(false);
  expect(seen).toEqual([true, false, true, false]);
});

test('a phone that was touched vibrates, unless that is switched off', () => {
  const shaken = vi.fn();
  expect(canVibrate()).toBe(false);
  vibrate();
  Object.defineProperty(navigator, 'vibrate', { value: shaken, configurable: true });
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vibrate();
  expect(shaken).not.toHaveBeenCalled();
  Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true }, configurable: true });
  vibrate();
  expect(shaken).toHaveBeenCalledTimes(1);
  vibration.on = false;
  vibrate();
  expect(shaken).toHaveBeenCalledTimes(1);
});
