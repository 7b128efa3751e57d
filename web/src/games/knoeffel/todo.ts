import { infoOf, sheetOf } from '../../lib/position';
import type { Position } from '../../wire';
import { type KnoeffelSheet, spareOf } from './types';
import words from './words';

interface KnoeffelInfo {
  free_roll_values: number[];
  rolls: number;
}

const columnsOf = (position: Position, seat: number) => sheetOf<KnoeffelSheet>(position, seat)?.columns ?? [];

/** What the next free roll costs in the columns in which something can still be entered, cheapest first. */
function price(position: Position): string {
  const { free_roll_values: values } = infoOf<KnoeffelInfo>(position);
  const costs = columnsOf(position, position.seat ?? -1)
    .filter((column) => Object.values(column.fields).includes(null) && column.free_rolls_used + 1 < values.length)
    .map(({ free_rolls_used: used }) => (values[used] ?? 0) - (values[used + 1] ?? 0));
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
  return columnsOf(position, seat).reduce((sum, column) => sum + spareOf(column), 0);
}
