import { infoOf, sheetOf } from '../../lib/game/position';
import type { Position } from '../../wire';
import { type FreeRolls, hasOneField, type KnoeffelSheet, pointsAtRiskOf, usedFreeRolls } from './types';
import gameText from './texts';

interface KnoeffelInfo extends FreeRolls {
  rolls: number;
}

const NO_SHEET: KnoeffelSheet = { columns: [], total: 0 };
const sheetAt = (position: Position, seat: number) => sheetOf<KnoeffelSheet>(position, seat) ?? NO_SHEET;

/** The lowest and the highest price of the next free roll. */
function price(position: Position): string {
  const info = infoOf<KnoeffelInfo>(position);
  const values = info.free_roll_values;
  const used = usedFreeRolls(sheetAt(position, position.seat ?? -1), info);
  const costs = used.map((n) => (values[n] ?? 0) - (values[n + 1] ?? 0));
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  return least === most ? String(least) : `${least}–${most}`;
}

const isFree = (position: Position) => position.choices.some((choice) => /^f[1-6]*$/.test(choice.action));

/** Explains the price of free rolls. */
export function instruction(position: Position): string | null {
  if (isFree(position)) return gameText('todo.free', { price: price(position) });
  const { rolls } = infoOf<KnoeffelInfo>(position);
  const paysByColumn = !hasOneField(sheetAt(position, position.seat ?? -1));
  return position.choices.length > 0 && rolls > 3 && paysByColumn ? gameText('todo.paid') : null;
}

/** The label of the lever when it costs points. */
export function rollLabel(position: Position): string | null {
  return isFree(position) ? gameText('lever', { price: price(position) }) : null;
}

/** The points of unused free rolls, which a seat can still lose. */
export function pointsAtRisk(position: Position, seat: number): number {
  return pointsAtRiskOf(sheetAt(position, seat), infoOf<KnoeffelInfo>(position));
}
