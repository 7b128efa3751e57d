import type { Part } from '..';
import { t, textOf } from '../../i18n';
import { list } from '../../lib/moves';
import { sheetOf } from '../../lib/position';
import { LINES } from '../../sheet/cells';
import { byWorth, lineLabel } from '../../sheet/names';
import type { Position } from '../../wire';
import type { KnisterSheet } from './types';
import words from './words';

/** The lines with what they show, the best first. */
export function story(position: Position, seat: number): Part[] {
  const sheet = sheetOf<KnisterSheet>(position, seat);
  if (!sheet) return [];
  const parts = LINES.filter((line) => sheet.lines[line]).map((line): Part => {
    const what = textOf(`combo.${sheet.combinations[line]}`, '');
    const double = line === 'diag' || line === 'anti';
    return {
      label: lineLabel(line),
      what: double ? `${what}, ${words('double')}` : what,
      points: sheet.lines[line] ?? 0,
    };
  });
  const empty = LINES.filter((line) => sheet.lines[line] === 0).map(lineLabel);
  return [...byWorth(parts), ...(empty.length ? [{ label: t('story.nothing'), what: list(empty), points: 0 }] : [])];
}
