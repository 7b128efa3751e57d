import { infoOf, sheetOf } from '../../lib/position';
import type { Position } from '../../wire';
import { type KnoeffelSheet, payable, spareOf } from './types';
import words from './words';

interface KnoeffelInfo {
  free_roll_values: number[];
  rolls: number;
}

const NO_SHEET: KnoeffelSheet = { columns: [], total: 0 };
const sheetAt = (position: Position, seat: number) => sheetOf<KnoeffelSheet>(position, seat) ?? NO_SHEET;

/** What the next free roll costs, from the least to the most. */
function price(position: Position): string {
  const { free_roll_values: values } = infoOf<KnoeffelInfo>(position);
  const used = payable(sheetAt(position, position.seat ?? -1), values.length - 1);
  const costs = used.map((n) => (values[n] ?? 0) - (values[n + 1] ?? 0));
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  return least === most ? String(least) : `${least}–${most}`;
}

const isFree = (position: Position) => position.choices.some((choice) => /^f[1-6]*$/.test(choice.action));

/** What is to be done about free rolls. */
export function todo(position: Position): string | null {
  if (isFree(position)) return words('todo.free', { price: price(position) });
  const { rolls } = infoOf<KnoeffelInfo>(position);
  return position.choices.length > 0 && rolls > 3 ? words('todo.paid') : null;
}

/** What stands on the lever when it costs something to pull it. */
export function leverWord(position: Position): string | null {
  return isFree(position) ? words('lever', { price: price(position) }) : null;
}

/** What a seat's score holds that it can still lose: the price of free rolls not taken. */
export function spare(position: Position, seat: number): number {
  const sheet = sheetAt(position, seat);
  return sheet.columns.reduce((sum, column) => sum + spareOf(sheet, column), 0);
}
