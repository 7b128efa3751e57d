// Names of lines and fields, and counted words, in the current language.
import { t, textOf } from '../i18n';
import { gameTitle } from '../lib/connection/session.svelte';
import type { Choice, Settings } from '../wire';
import type { LineName } from './cells';

export const points = (n: number) => t('points', { n });
export const circles = (n: number) => t('circles', { n });

/** What a full house scores, under the options of a game. */
export const fullHousePoints = ({ five_is_full_house }: Settings['options']) =>
  five_is_full_house ? t('howto.full_house_or_five') : '25';

export function lineLabel(line: LineName): string {
  const number = line.slice(3);
  if (line.startsWith('row')) return t('line.row', { number });
  if (line.startsWith('col')) return t('line.column', { letter: 'abcde'[Number(number) - 1] ?? '' });
  return line === 'diag' ? t('line.diag') : t('line.anti');
}

/** Sort parts of a score by points, the largest first. */
export function sortByPoints<Part extends { points: number | null }>(parts: Part[]): Part[] {
  return parts.toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0));
}

/** The name of a dice combination's field; five equal dice have the name of the game. */
export function fieldLabel(field: string, game: string): string {
  if (field === 'kn') return gameTitle(game);
  return textOf(`field.${field}`, field);
}

/** A shorter name of a field, for small sheets. */
export const shortLabel = (field: string, label: string) => textOf(`short.${field}`, label);

/** The label of a place that can be filled; with hints, also its points. */
export function entryLabel(place: string, choice: Choice, hints: boolean): string {
  const label = t('score.enter', { place });
  return hints ? `${label}: ${points(choice.writes ?? 0)}` : label;
}

/** The label of an entry that is pencilled in; zero points strike the place. */
export function draftLabel(place: string, choice: Choice): string {
  return choice.writes ? `${place}: ${points(choice.writes)}` : t('score.strike', { place });
}
