import { isKey, t } from '../i18n';

/** A reason for a refusal, in words. */
export function reasonText(reason: string): string {
  const key = `reason.${reason}`;
  return isKey(key) ? (t as (key: string) => string)(key) : t('reason.unknown');
}
