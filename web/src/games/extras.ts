// What games add to the dice tray, the instruction and the log.
import { GRID_SIZE, type SheetSize } from '../sheet/sheetSize';
import type { Position } from '../wire';
import { byGame } from './byGame';
import type { GameExtras } from './types';

export const gameExtras = /* @__PURE__ */ byGame(
  import.meta.glob<GameExtras>('./*/index.ts', { eager: true, import: 'default' }),
);

/** The size of the game's sheet. */
export function sheetSizeOf(position: Position): SheetSize {
  const size = gameExtras[position.game]?.sheetSize ?? GRID_SIZE;
  return typeof size === 'function' ? size(position) : size;
}
