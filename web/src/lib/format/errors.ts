import { t, textOf } from '../../i18n';
import { ApiError } from '../connection/api';

/** The text of a reason for which the server refused something. */
export function reasonText(reason: string): string {
  return textOf(`reason.${reason}`, t('reason.unknown'));
}

/** The text of an error of a request. */
export function errorText(error: unknown): string {
  return reasonText(error instanceof ApiError ? error.reason : 'internal');
}
