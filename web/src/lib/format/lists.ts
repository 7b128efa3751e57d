import { t } from '../../i18n';
import { isolated } from './isolation';

/** Join words as in a sentence: 3, 3 and 5. */
export function joinWords(words: readonly (string | number)[]): string {
  const parts = words.map((word) => isolated(String(word)));
  if (parts.length < 2) return parts.join('');
  return t('list.and', { first: parts.slice(0, -1).join(', '), last: parts.at(-1) ?? '' });
}
