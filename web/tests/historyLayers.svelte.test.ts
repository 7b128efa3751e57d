import { flushSync, mount, unmount } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import ConfirmDialog from '../src/components/ConfirmDialog.svelte';
import { changeAddress, openLayer } from '../src/lib/ui/historyLayers';
import { navigate, route } from '../src/lib/ui/router.svelte';

/** The entries of a simulated history, and the current one: the simulated browser has no working "back". */
let stack: { state: unknown; address: string }[] = [];
let at = 0;

function visit(step: number): void {
  at = Math.min(Math.max(at + step, 0), stack.length - 1);
  replaceState(stack[at]!.state, '', stack[at]!.address);
  dispatchEvent(Object.assign(new Event('popstate'), { state: stack[at]!.state }));
}

const replaceState = history.replaceState.bind(history);
/** Let timers run that are started now, and those that they start. */
async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  vi.restoreAllMocks();
  navigate('/scores', { replace: true });
  stack = [{ state: null, address: '/scores' }];
  at = 0;
  vi.spyOn(history, 'pushState').mockImplementation((state, _, address) => {
    stack = [...stack.slice(0, at + 1), { state, address: String(address) }];
    at++;
    replaceState(state, '', address);
  });
  vi.spyOn(history, 'replaceState').mockImplementation((state, _, address) => {
    stack[at] = { state, address: String(address) };
    replaceState(state, '', address);
  });
  vi.spyOn(history, 'go').mockImplementation((step) => setTimeout(() => visit(step ?? 0)) as never);
});

test('"back" closes the last layer, then the one before, then leaves the page', async () => {
  navigate('/rules/knister');
  const closed: string[] = [];
  openLayer(() => closed.push('dialog'));
  openLayer(() => closed.push('question'));
  visit(-1);
  expect(closed).toEqual(['question']);
  visit(-1);
  expect(closed).toEqual(['question', 'dialog']);
  expect(route()).toEqual({ page: 'rules', game: 'knister' });
  visit(-1);
  expect(route().page).toBe('scores');
});

test('a layer that is closed otherwise leaves no entry', async () => {
  const close = openLayer(() => {});
  expect(at).toBe(1);
  close();
  await settle();
  expect(at).toBe(0);
});

test('the next layer uses the entry of the one before', async () => {
  openLayer(() => {})();
  const closed = vi.fn();
  const close = openLayer(closed);
  await settle();
  expect([at, stack.length]).toEqual([1, 2]);
  close();
  await settle();
  expect([at, closed.mock.calls.length]).toEqual([0, 0]);
});

test('a page that is opened from a layer replaces it', async () => {
  const closed = vi.fn();
  openLayer(closed);
  navigate('/rules/knaster');
  await settle();
  expect([at, stack.length, closed.mock.calls.length]).toEqual([1, 2, 1]);
  visit(-1);
  expect(route().page).toBe('scores');
});

test('a change of page waits for the browser to go back', async () => {
  const close = openLayer(() => {});
  close();
  await new Promise((resolve) => setTimeout(resolve));
  navigate('/rules/knaster');
  await settle();
  expect(stack.map(({ address }) => new URL(address, location.href).pathname)).toEqual(['/scores', '/rules/knaster']);
  expect(route()).toEqual({ page: 'rules', game: 'knaster' });
});

test('"forward" to a closed layer changes nothing', async () => {
  openLayer(() => {});
  visit(-1);
  visit(1);
  await settle();
  expect(at).toBe(0);
  expect(route().page).toBe('scores');
});

test('an address that changes below a layer is kept', async () => {
  const close = openLayer(() => {});
  changeAddress('/scores?game=knister');
  close();
  await settle();
  expect([at, stack[0]!.address]).toEqual([0, new URL('/scores?game=knister', location.href).href]);
  // The page is the same one.
  expect(route()).toEqual({ page: 'scores', game: null });
});

test('"back" closes a dialog', async () => {
  const props = $state({ open: true, title: 'T', text: 't', action: 'a', testid: 'x', act: async () => {} });
  const dialog = mount(ConfirmDialog, { target: document.body, props });
  flushSync();
  expect(document.querySelector<HTMLDialogElement>('dialog')!.open).toBe(true);
  visit(-1);
  flushSync();
  expect(document.querySelector<HTMLDialogElement>('dialog')!.open).toBe(false);
  await settle();
  expect(at).toBe(0);
  await unmount(dialog);
});
