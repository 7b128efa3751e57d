import { locale } from '../../i18n';
import { withMinus } from './minus';

/** Format a number in the page's language with a fixed number of decimals. Zero has no minus sign. */
export function formatNumber(value: number, digits = 1): string {
  const shown = Number(value.toFixed(digits)) + 0;
  return withMinus(shown.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits }));
}

/** Format a difference: like `formatNumber`, with a plus or minus sign unless it is zero. */
export function formatSigned(value: number, digits = 1): string {
  return withMinus(
    value.toLocaleString(locale(), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      signDisplay: 'exceptZero',
    }),
  );
}
