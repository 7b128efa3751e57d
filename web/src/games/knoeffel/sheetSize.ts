import { sheetOf } from '../../lib/game/position';
import type { SheetSize } from '../../sheet/sheetSize';
import type { Position } from '../../wire';
import type { KnoeffelSheet } from './types';

/** Both halves of the sheet become wider with each column. */
export function sheetSize(position: Position): SheetSize {
  const columns = sheetOf<KnoeffelSheet>(position, position.seat ?? 0)?.columns.length ?? 2;
  const more = 2 * Math.max(columns - 2, 0);
  return { min: { width: 280 + 28 * more, height: 278 }, full: { width: 480 + 42 * more, height: 430 } };
}
