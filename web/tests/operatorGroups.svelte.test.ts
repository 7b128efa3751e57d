import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { setLocale } from '../src/i18n';
import OperatorGroups from '../src/pages/operator/OperatorGroups.svelte';
import type { OperatorQuestion } from '../src/pages/operator/question';
import { mountHere } from './mounted';

test('a group is opened, and each change of it is asked about first', async () => {
  setLocale('en');
  const [ann, ben, gone] = ['Ann', 'Ben', 'Gone'].map((name) => ({
    person: name.toLowerCase(),
    name,
    seen: 0,
    host: name === 'Ann',
    removed: name === 'Gone',
  }));
  const group = { code: '2ABCDE', title: 'Millers', opened: 0, members: 2, host: 'Ann', seen: 0 };
  const asked: OperatorQuestion[] = [];
  const run = vi.fn(() => Promise.resolve([group, ann, ben, gone] as never));
  mountHere(OperatorGroups, { groups: [group], filter: '', run, ask: (question) => asked.push(question) });
  const press = (name: string) => {
    const found = [...document.querySelectorAll('button')].filter(
      (button) => (button.getAttribute('aria-label') ?? button.textContent).trim() === name,
    );
    expect(found, name).toHaveLength(1);
    found[0]!.click();
    flushSync();
  };
  flushSync();
  expect(run).not.toHaveBeenCalled();
  press('Manage the group: Millers');
  await vi.waitFor(() => expect(document.body.textContent).toContain('Ben'));
  expect(document.body.textContent).not.toContain('Gone');
  press('Make host: Ben');
  press('Dissolve the group');
  const title = document.querySelector<HTMLInputElement>('[data-testid="operator-group-title"]')!;
  title.value = 'Smiths';
  title.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  press('Rename');
  expect(asked.map(({ command }) => command)).toEqual([
    { code: '2ABCDE', request: 'change_group', host: 'ben' },
    { code: '2ABCDE', request: 'dissolve_group' },
    { code: '2ABCDE', request: 'change_group', title: 'Smiths' },
  ]);
  expect(asked.map(({ title }) => title)).toEqual(['Millers', 'Millers', 'Millers']);
  expect(run).toHaveBeenCalledTimes(1);
});
