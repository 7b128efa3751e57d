import { sheetOf } from '../../lib/position';
import type { Needs } from '../../sheet/needs';
import type { Position } from '../../wire';
import type { KnoeffelSheet } from './types';

/** With each column of the sheet, both of its halves are wider. */
export function needs(position: Position): Needs {
  const columns = sheetOf<KnoeffelSheet>(position, position.seat ?? 0)?.columns.length ?? 2;
  const more = 2 * Math.max(columns - 2, 0);
  return { least: { width: 280 + 28 * more, height: 278 }, full: { width: 480 + 42 * more, height: 430 } };
}
