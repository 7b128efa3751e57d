// Newer versions of the page, where the browser has no service workers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const page = (script: string) => `<script type="module" src="${script}"></script><div id="app"></div>`;

beforeEach(() => {
  vi.resetModules();
  vi.stubEnv('DEV', false);
  const script = { getAttribute: () => 'assets/old.js' } as unknown as Element;
  vi.spyOn(document, 'querySelector').mockReturnValue(script);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test.each([
  ['the folder holds another page', page('assets/new.js'), true],
  ['the folder holds this page', page('assets/old.js'), false],
  ['a public network answers', '<p>Accept our terms</p>', false],
])('%s', async (_, answer, isOffered) => {
  vi.stubGlobal('fetch', async () => new Response(answer));
  const { checkForUpdate, isUpdateOffered } = await import('../src/lib/app/updates.svelte');
  await checkForUpdate();
  expect(isUpdateOffered()).toBe(isOffered);
});

test('nothing is offered without a network, or after it was postponed', async () => {
  const { checkForUpdate, isUpdateOffered, postponeUpdate } = await import('../src/lib/app/updates.svelte');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  await checkForUpdate();
  expect(isUpdateOffered()).toBe(false);
  vi.stubGlobal('fetch', async () => new Response(page('assets/new.js')));
  await checkForUpdate();
  expect(isUpdateOffered()).toBe(true);
  postponeUpdate();
  expect(isUpdateOffered()).toBe(false);
});
