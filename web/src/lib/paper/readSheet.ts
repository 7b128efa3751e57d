// A sheet that was read in a picture by its places, each with its piece of the picture.

import { cellName } from '../../sheet/cells';
import { padPlaces } from './padPlaces';
import type { PaperCell, PaperSheet } from './paperSheet';
import type { Corners, ReadCell, ReadSheet } from './sheetReading';

/** The height of a piece in pixels, and what is seen around the cell. */
const SIDE = 96;
const MARGIN = 10;
/** The width of a piece in heights, at most. */
const WIDEST = 6;
/** A name has ink that is darker than this part of the paper, higher than the line, in more columns of pixels. */
const DARK = 0.75;
const [INK_HEIGHT, INK_WIDTH] = [16, 20];
/** Less likely contents are not offered. */
const UNLIKELY = 0.005;

/** A sheet as it was read, and where its places are in the picture. */
export interface FoundSheet {
  sheet: PaperSheet;
  places: Readonly<Record<string, Corners>>;
  /** Where the name of the player stands. */
  name: Corners | undefined;
}

/** A sheet as it was read, without a name that somebody typed, and without pieces of the picture.
 *
 *  @param possible by place of the game's sheet, the numbers that the dice can give
 */
export function sheetOf(
  { pad, cells, total, strikes, name }: ReadSheet,
  possible: Readonly<Record<string, readonly number[]>>,
): FoundSheet {
  const names = pad ? padPlaces(pad, Object.keys(possible)) : cells.map(({ row, column }) => cellName(row, column));
  const found = cells.map((cell, i): [string, PaperCell] => [names[i]!, { ...contentOf(cell), picture: '' }]);
  const places = cells.map(({ corners }, i): [string, Corners] => [names[i]!, corners]);
  // How many values are struck is asked for.
  const free = Object.keys(possible).filter((place) => place.startsWith('free.'));
  if (strikes)
    for (const [i, place] of free.entries()) {
      found.push([place, { text: '', candidates: [], sure: false, picture: '' }]);
      places.push([place, columnOf(strikes, i, free.length)]);
    }
  // A printed line looks like a stroke.
  const points = total?.sure ? total.candidates[0]!.text : '';
  if (/^\d+$/.test(points)) found.push(['total', { text: points, candidates: [], sure: true, picture: '' }]);
  const sheet = { name: '', nameLine: '', cells: Object.fromEntries(found) };
  return { sheet, places: Object.fromEntries(places), name };
}

/** A sheet with the pieces of the picture in which it was found. */
export function withPieces(picture: ImageBitmap, { sheet, places, name }: FoundSheet): PaperSheet {
  const cells = Object.entries(sheet.cells).map(([place, cell]) => {
    const corners = places[place];
    return [place, corners ? { ...cell, picture: addressOf(pieceOf(picture, corners)) } : cell];
  });
  const line = name && pieceOf(picture, name);
  return {
    ...sheet,
    nameLine: line && isWritten(line) ? addressOf(line) : '',
    cells: Object.fromEntries(cells) as PaperSheet['cells'],
  };
}

/** The content of a cell, without what is not likely. */
function contentOf({ candidates, sure }: ReadCell): Omit<PaperCell, 'picture'> {
  const likely = candidates
    .filter(({ probability }) => probability >= UNLIKELY)
    .map(({ text, ...rest }) => ({ text: text === '-' ? 'x' : text.replace(/^\((\d+)\)$/, '$1o'), ...rest }));
  return { text: likely[0]?.text ?? '', candidates: likely, sure };
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

/** The piece of a picture in which a place lies, upright. */
function pieceOf(picture: ImageBitmap, corners: Corners): CanvasRenderingContext2D {
  const [[x, y] = [0, 0], [rightX, rightY] = [0, 0], , [downX, downY] = [0, 0]] = corners;
  const ratio = Math.hypot(rightX - x, rightY - y) / Math.hypot(downX - x, downY - y);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(SIDE * Math.min(Math.max(ratio, 1), WIDEST)), SIDE];
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  const unit = new DOMMatrix([rightX - x, rightY - y, downX - x, downY - y, x, y]);
  const [width, height] = [canvas.width - 2 * MARGIN, SIDE - 2 * MARGIN];
  context.setTransform(new DOMMatrix().translate(MARGIN, MARGIN).scale(width, height).multiply(unit.inverse()));
  context.drawImage(picture, 0, 0);
  return context;
}

/** A piece as an address that the content security policy allows. */
const addressOf = ({ canvas }: CanvasRenderingContext2D) => canvas.toDataURL('image/jpeg', 0.7);

/** True if something stands on a line: in many columns of pixels, what is dark is higher than the line. */
function isWritten(context: CanvasRenderingContext2D): boolean {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  const level = (x: number, y: number) => data[4 * (y * width + x) + 1]!;
  // Lines above and below, and other print, may be seen at the edges.
  const rows = Array.from({ length: height - 3 * MARGIN }, (_, y) => y + MARGIN);
  let written = 0;
  for (let x = 2 * MARGIN; x < width - 2 * MARGIN; x += 1) {
    const paper = Math.max(...rows.map((y) => level(x, y)));
    const dark = rows.filter((y) => level(x, y) < DARK * paper);
    if (dark.length > 0 && dark.at(-1)! - dark[0]! > INK_HEIGHT) written += 1;
  }
  return written > INK_WIDTH;
}
