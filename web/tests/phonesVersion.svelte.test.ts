// Phones with another version of the page: a sentence says so, and a newer one is looked for.
import { expect, test, vi } from 'vitest';
import { phonesText } from '../src/i18n/pages';
import { checkForUpdate } from '../src/lib/app/updates.svelte';
import { TableClient } from '../src/lib/connection/tableClient.svelte';
import PhonesPage from '../src/pages/phones/PhonesPage.svelte';
import { line } from './fakeSocket';
import { mountHere } from './mounted';

vi.mock('../src/lib/app/updates.svelte', () => ({ checkForUpdate: vi.fn() }));

test.each([
  ['5iNEW.CODE.1add', 'version', 1],
  ['4iNO.CODE', 'damaged', 0],
] as const)('the code %s has a sentence', async (code, problem, looked) => {
  vi.mocked(checkForUpdate).mockClear();
  mountHere(PhonesPage, { code });
  expect(document.querySelector('[data-testid=phones-problem]')?.textContent).toBe(phonesText(problem));
  expect(checkForUpdate).toHaveBeenCalledTimes(looked);
});

test.each([
  ['phones_version', 1],
  ['full', 0],
])('a guest is refused: %s', (reason, looked) => {
  vi.mocked(checkForUpdate).mockClear();
  line.install();
  const client = new TableClient('ABCDEF', '', () => undefined);
  line.open();
  line.drop(4003, reason);
  expect(client.goneReason).toBe(reason);
  expect(checkForUpdate).toHaveBeenCalledTimes(looked);
});
