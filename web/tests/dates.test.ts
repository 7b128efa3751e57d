import { afterEach, expect, test, vi } from 'vitest';

const NIGHT = new Date(2026, 10, 24, 23, 50).getTime();

/** Load the page's formats in a browser with these languages. */
async function page(...languages: string[]) {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const { setLocale } = await import('../src/i18n');
  return { setLocale, ...(await import('../src/lib/format/dates.svelte')) };
}

afterEach(() => {
  // Other tests share the modules.
  vi.resetModules();
  vi.restoreAllMocks();
  localStorage.clear();
});

test.each([
  [['en-GB', 'en'], '23:50', '24 Nov 2026'],
  [['en-US'], '11:50 PM', 'Nov 24, 2026'],
  [['de-AT', 'en-US'], '23:50', '24.11.2026'],
  [['sv-SE', 'en-GB'], '23:50', '24 Nov 2026'],
  [['en-US@posix'], '11:50 PM', 'Nov 24, 2026'],
  [['de_AT.UTF-8'], '23:50', '24.11.2026'],
  [['', '*', 'x', '-', 'en-GB'], '23:50', '24 Nov 2026'],
  [['den', 'it-CH'], '23:50', '24 nov 2026'],
  [[], '11:50 PM', 'Nov 24, 2026'],
])('%s: times and dates have the format of the region', async (languages, time, date) => {
  const { formatTime, formatDate, formatDateTime } = await page(...languages);
  expect(formatTime(NIGHT).replace('\u202f', ' ')).toBe(time);
  expect(formatDate(NIGHT)).toBe(date);
  expect(formatDateTime(NIGHT)).toContain(date);
});

test('a page in another language than the browser uses the format of that language', async () => {
  const { formatTime, setLocale } = await page('en-US');
  setLocale('it');
  expect(formatTime(NIGHT)).toBe('23:50');
});
