import { afterEach, expect, test } from 'vitest';
import { setLocale, t } from '../src/i18n';
import { isolated } from '../src/lib/format/isolation';
import { joinWords } from '../src/lib/format/lists';

const DAN = '\u05d3\u05df';

afterEach(() => setLocale('en'));

test.each([
  ['Ann', 'Ann'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
  [DAN, `\u2068${DAN}\u2069`],
  ['Ann\u202e321', '\u2068Ann321\u2069'],
  // What begins in the text ends in it, and what ends there began there.
  ['\u2067Ann', '\u2068\u2067Ann\u2069\u2069'],
  ['A\u2069\u2069nn', '\u2068Ann\u2069'],
  [`\u2068${DAN}\u2069!`, `\u2068\u2068${DAN}\u2069!\u2069`],
])('%j does not turn what stands around it', (text, expected) => {
  expect(isolated(text)).toBe(expected);
});

test('names in sentences are isolated', () => {
  setLocale('de');
  expect(t('log.sit', { name: DAN })).toContain(`\u2068${DAN}\u2069`);
  expect(t('log.sit', { name: 'Ann' })).not.toContain('\u2068');
  expect(joinWords([DAN, 'Ann'])).toContain(`\u2068${DAN}\u2069`);
  expect(t('log.sit', { name: '$& {name} $1' })).toContain('$& {name} $1');
});
