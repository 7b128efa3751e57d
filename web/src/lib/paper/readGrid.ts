// A grid that was read in a picture as the cells of a sheet, each with its piece of the picture.

import { cellName } from '../../sheet/cells';
import type { PaperCell } from './paperSheets.svelte';
import type { ReadCell, ReadGrid } from './sheetReading';

/** The side of a piece in pixels, and what is seen around the cell, relative to it. */
const SIDE = 96;
const MARGIN = 0.12;
/** Less likely contents are not offered. */
const UNLIKELY = 0.005;

/** The cells of a 5 x 5 grid by place. */
export function cellsOfGrid(picture: ImageBitmap, grid: ReadGrid): Record<string, PaperCell> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIDE, SIDE];
  return Object.fromEntries(
    grid.cells.map((cell) => {
      const likely = cell.candidates.filter(({ probability }, i) => i === 0 || probability >= UNLIKELY);
      const candidates = likely.map(({ text }) => text.replace(/^\((\d+)\)$/, '$1o'));
      const read = { text: candidates[0] ?? '', candidates, sure: cell.sure, picture: pieceOf(picture, cell, canvas) };
      return [cellName(cell.row, cell.column), read];
    }),
  );
}

/** Return the piece of a picture in which a cell lies, upright, as an address that the content security policy allows. */
function pieceOf(picture: ImageBitmap, { corners }: ReadCell, canvas: HTMLCanvasElement): string {
  const [[x, y] = [0, 0], [rightX, rightY] = [0, 0], , [downX, downY] = [0, 0]] = corners;
  const unit = new DOMMatrix([rightX - x, rightY - y, downX - x, downY - y, x, y]);
  const scale = SIDE / (1 + 2 * MARGIN);
  const context = canvas.getContext('2d')!;
  context.setTransform(new DOMMatrix().scale(scale).translate(MARGIN, MARGIN).multiply(unit.inverse()));
  context.drawImage(picture, 0, 0);
  context.resetTransform();
  return canvas.toDataURL('image/jpeg', 0.7);
}
