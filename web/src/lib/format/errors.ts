import { t, textOf } from '../../i18n';
import { ApiError } from '../connection/client';

/** The text of a reason for which the server refused something. */
export function reasonText(reason: string): string {
  return textOf(`reason.${reason}`, t('reason.unknown'));
}

/** The text of an error of a request. An error of another kind is one of the page itself, not of the server. */
export function errorText(error: unknown): string {
  return reasonText(error instanceof ApiError ? error.reason : 'device');
}
