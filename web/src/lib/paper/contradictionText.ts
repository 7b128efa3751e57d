// What cannot be right on a sheet of paper, in words.

import { t } from '../../i18n';
import { paperText } from '../../i18n/pages';
import { LINES } from '../../sheet/cells';
import { fieldLabel, lineLabel } from '../../sheet/labels';
import type { SheetContradiction } from '../../wire';

/** Longer lists of numbers are shortened to their ends. */
const MAX_LISTED = 7;

/** The name of a place on a sheet, or of a sum of it. */
export function placeLabel(game: string, place: string): string {
  const [field = '', column] = place.split('.');
  if (/^[a-e][1-5]$/.test(field)) return field;
  if ((LINES as readonly string[]).includes(field)) return lineLabel(field);
  const sums: Record<string, string> = {
    total: t('score.total'),
    upper: t('score.upper'),
    bonus: t('score.bonus'),
    free: paperText('free_rolls'),
    jokers: paperText('jokers'),
    circles: paperText('circles'),
    numbers: paperText('rare'),
  };
  const label = sums[field] ?? fieldLabel(field, game);
  return column === undefined ? label : t('score.place', { field: label, n: Number(column) });
}

export function contradictionText(game: string, each: SheetContradiction): string {
  const { kind, place, written, expected, because } = each;
  const text = paperText(`wrong_${kind}`, {
    place: placeLabel(game, place),
    written,
    expected: numberList(expected),
  });
  return because ? `${text} ${paperText('because', { line: placeLabel(game, because) })}` : text;
}

function numberList(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const isRange = numbers.length > 2 && last - first === numbers.length - 1;
  return isRange || numbers.length > MAX_LISTED ? `${first}–${last}` : numbers.join(', ');
}
