// Loads the texts of all languages before the tests, which the page loads one at a time.

import { afterAll, afterEach, vi } from 'vitest';
import { loadLanguage, loadLaterTexts, LOCALES } from '../src/i18n';
import { unmountAll } from './mounted';

await loadLaterTexts();
await Promise.all(LOCALES.map(loadLanguage));

afterEach(unmountAll);

// The files share a page: what the last test of a file left must not be there when the next file imports its modules.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  localStorage.clear();
});
