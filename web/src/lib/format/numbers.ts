import { locale } from '../../i18n';

/** Format a number in the page's language with a fixed number of decimals. */
export function formatNumber(value: number, digits = 1): string {
  return value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Format a difference: like `formatNumber`, with a plus or minus sign unless it is zero. */
export function formatSigned(value: number, digits = 1): string {
  return value.toLocaleString(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: 'exceptZero',
  });
}
