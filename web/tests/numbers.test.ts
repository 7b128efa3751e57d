import { expect, test } from 'vitest';
import { setLocale } from '../src/i18n';
import { formatNumber, formatSigned } from '../src/lib/format/numbers';

test('zero has no minus sign', () => {
  setLocale('de');
  expect([-0.04, -0, 0.05, -1.26].map((value) => formatNumber(value))).toEqual(['0,0', '0,0', '0,1', '−1,3']);
  expect([-0.04, 0.26].map((value) => formatSigned(value))).toEqual(['0,0', '+0,3']);
});
