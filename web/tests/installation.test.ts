// The offer to install the page: once, after the second finished game, where the browser can install it.
import { beforeEach, expect, test, vi } from 'vitest';
import {
  countFinishedGame,
  declineInstallation,
  install,
  isInstallationOffered,
} from '../src/lib/app/installation.svelte';

const prompt = vi.fn(() => Promise.resolve());
const offerPrompt = () =>
  dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));

beforeEach(() => {
  localStorage.clear();
  prompt.mockClear();
});

test('the installation is offered once, after the second game', async () => {
  expect(offerPrompt()).toBe(false);
  const offered = [1, 2, 3, 4].map(() => {
    countFinishedGame();
    const seen = isInstallationOffered();
    declineInstallation();
    return seen;
  });
  expect(offered).toEqual([false, true, false, false]);
  await install();
  expect(prompt).toHaveBeenCalledOnce();
});

test('a browser that cannot install the page offers it later, when it can', () => {
  const offered = [1, 2, 3, 4].map((game) => {
    if (game === 4) offerPrompt();
    countFinishedGame();
    return isInstallationOffered();
  });
  expect(offered).toEqual([false, false, false, true]);
});
