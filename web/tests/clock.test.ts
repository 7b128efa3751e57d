import { afterEach, expect, test, vi } from 'vitest';

const NIGHT = new Date(2026, 10, 24, 23, 50).getTime();

/** The times and dates of a page for whom these languages are the browser's. */
async function page(...languages: string[]) {
  vi.resetModules();
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const { setLocale } = await import('../src/i18n');
  return { setLocale, ...(await import('../src/lib/clock.svelte')) };
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

test.each([
  [['en-GB', 'en'], '23:50', '24 Nov 2026'],
  [['en-US'], '11:50 PM', 'Nov 24, 2026'],
  [['de-AT', 'en-US'], '23:50', '24.11.2026'],
  [['fr-FR', 'en-GB'], '23:50', '24 Nov 2026'],
])('%s: times and dates as in the region', async (languages, time, date) => {
  const { clock, day, moment } = await page(...languages);
  expect(clock(NIGHT).replace('\u202f', ' ')).toBe(time);
  expect(day(NIGHT)).toBe(date);
  expect(moment(NIGHT)).toContain(date);
});

test('a page in another language than the browser follows that language', async () => {
  const { clock, setLocale } = await page('en-US');
  setLocale('it');
  expect(clock(NIGHT)).toBe('23:50');
});
