// A sheet that was read in a picture by its places, each with its piece of the picture.

import { cellName } from '../../sheet/cells';
import { padPlaces } from './padPlaces';
import type { PaperCell } from './paperSheets.svelte';
import { SURE, type Corners, type ReadCell, type ReadSheet } from './sheetReading';

/** The side of a piece in pixels, and what is seen around the cell, relative to it. */
const SIDE = 96;
const MARGIN = 0.12;
/** Less likely contents are not offered. */
const UNLIKELY = 0.005;

/** The cells of a sheet.
 *
 *  @param possible by place of the game's sheet, the numbers that the dice can give
 */
export function cellsOf(
  picture: ImageBitmap,
  { pad, cells, total, strikes }: ReadSheet,
  possible: Readonly<Record<string, readonly number[]>>,
): Record<string, PaperCell> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIDE, SIDE];
  const piece = (corners: Corners) => pieceOf(picture, corners, canvas);
  const places = pad ? padPlaces(pad, Object.keys(possible)) : cells.map(({ row, column }) => cellName(row, column));
  const found = cells.map((cell, i): [string, PaperCell] => [
    places[i]!,
    { ...contentOf(cell, possible[places[i]!] ?? []), picture: piece(cell.corners) },
  ]);
  // How many values are struck is asked for.
  const free = Object.keys(possible).filter((place) => place.startsWith('free.'));
  if (strikes)
    for (const [i, place] of free.entries())
      found.push([place, { text: '', candidates: [], sure: false, picture: piece(columnOf(strikes, i, free.length)) }]);
  if (total?.sure) found.push(['total', { text: total.candidates[0]!.text, candidates: [], sure: true, picture: '' }]);
  return Object.fromEntries(found);
}

/** The content of a cell: what the dice cannot give is not what was meant. */
function contentOf({ candidates }: ReadCell, numbers: readonly number[]): Omit<PaperCell, 'picture'> {
  const read = candidates.map(({ text, probability }) => ({
    text: text === '-' ? 'x' : text.replace(/^\((\d+)\)$/, '$1o'),
    probability,
    isPossible: ['', '-'].includes(text) || numbers.includes(Number.parseInt(text.replace('(', ''))),
  }));
  const likely = read.filter(({ probability, isPossible }) => isPossible && probability >= UNLIKELY);
  const excluded = read.reduce((sum, { probability, isPossible }) => sum + (isPossible ? 0 : probability), 0);
  return {
    text: likely[0]?.text ?? '',
    candidates: likely.map(({ text }) => text),
    sure: (likely[0]?.probability ?? 0) >= SURE * (1 - excluded),
  };
}

/** A part of a place that is divided into equal columns. */
function columnOf([a, b, c, d]: Corners, column: number, columns: number): Corners {
  type Point = Corners[number];
  const at = ([x, y]: Point, [u, v]: Point, i: number): Point => [
    x + ((u - x) * i) / columns,
    y + ((v - y) * i) / columns,
  ];
  return [at(a!, b!, column), at(a!, b!, column + 1), at(d!, c!, column + 1), at(d!, c!, column)];
}

/** The piece of a picture in which a cell lies, upright, as an address that the content security policy allows. */
function pieceOf(picture: ImageBitmap, corners: Corners, canvas: HTMLCanvasElement): string {
  const [[x, y] = [0, 0], [rightX, rightY] = [0, 0], , [downX, downY] = [0, 0]] = corners;
  const unit = new DOMMatrix([rightX - x, rightY - y, downX - x, downY - y, x, y]);
  const scale = SIDE / (1 + 2 * MARGIN);
  const context = canvas.getContext('2d')!;
  context.setTransform(new DOMMatrix().scale(scale).translate(MARGIN, MARGIN).multiply(unit.inverse()));
  context.drawImage(picture, 0, 0);
  context.resetTransform();
  return canvas.toDataURL('image/jpeg', 0.7);
}
