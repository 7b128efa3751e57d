import { t, textOf } from '../i18n';

/** A reason for a refusal, in words. */
export function reasonText(reason: string): string {
  return textOf(`reason.${reason}`, t('reason.unknown'));
}
