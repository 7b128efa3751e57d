import { t } from '../../i18n';

/** Join words as in a sentence: 3, 3 and 5. */
export function joinWords(words: readonly (string | number)[]): string {
  if (words.length < 2) return words.join('');
  return t('list.and', { first: words.slice(0, -1).join(', '), last: String(words.at(-1)) });
}
