/** The names of lines and fields, and counted words, in the current language. */
import { t, textOf } from '../i18n';
import { title } from '../lib/session.svelte';
import type { Choice } from '../wire';
import type { LineName } from './cells';

export const points = (n: number) => t('points', { n });
export const circles = (n: number) => t('circles', { n });

export function lineLabel(line: LineName): string {
  const number = line.slice(3);
  if (line.startsWith('row')) return t('line.row', { number });
  if (line.startsWith('col')) return t('line.column', { letter: 'abcde'[Number(number) - 1] ?? '' });
  return line === 'diag' ? t('line.diag') : t('line.anti');
}

/** Parts of a score, those of most points first. */
export function byWorth<Part extends { points: number | null }>(parts: Part[]): Part[] {
  return parts.toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0));
}

/** A field of a game of dice combinations; the one of five equal dice bears the game's name. */
export function fieldLabel(field: string, game: string): string {
  if (field === 'kn') return title(game);
  return textOf(`field.${field}`, field);
}

/** The same where there is little room. */
export const shortLabel = (field: string, label: string) => textOf(`short.${field}`, label);

/** Entering something in a place, in words; with what it would score, where that is shown. */
export function entryLabel(place: string, choice: Choice, hints: boolean): string {
  const label = t('score.enter', { place });
  return hints ? `${label}: ${points(choice.writes ?? 0)}` : label;
}

/** What an entry that is pencilled in would score; a zero strikes the place. */
export function draftLabel(place: string, choice: Choice): string {
  return choice.writes ? `${place}: ${points(choice.writes)}` : t('score.strike', { place });
}
