/** The names of lines, fields, colours and action dice, and counted words, in the current language. */
import { isKey, t, type Key } from '../i18n';
import type { ActionDie, Colour, LineName } from './types';

export const points = (n: number) => t('points', { n });
export const circles = (n: number) => t('circles', { n });

export function lineLabel(line: LineName): string {
  const number = line.slice(3);
  if (line.startsWith('row')) return t('line.row', { number });
  if (line.startsWith('col')) return t('line.column', { letter: 'abcde'[Number(number) - 1] ?? '' });
  return line === 'diag' ? t('line.diag') : t('line.anti');
}

/** A field or row of Knöffel or Kniffeliger; their five-equal fields bear the games' names. */
export function fieldLabel(field: string, game: string): string {
  if (field === 'kn') return game === 'kniffeliger' ? 'Kniffeliger' : 'Knöffel';
  const key = `field.${field}`;
  return isKey(key) ? t(key as Key & `field.${string}`) : field;
}

export const colourLabel = (colour: Colour) => t(`colour.${colour}`);
export const actionDieLabel = (die: ActionDie | 'all') => t(`die.${die}`);

/** Dice as people say them: 3, 3 and 5. */
export function list(words: readonly (string | number)[]): string {
  if (words.length < 2) return words.join('');
  return t('list.and', { first: words.slice(0, -1).join(', '), last: String(words.at(-1)) });
}
