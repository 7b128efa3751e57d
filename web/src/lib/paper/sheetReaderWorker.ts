// The worker that reads the grids in pictures. It gets pictures and answers with grids, in order.

import code from '../../../../src/knobel/vision/paper/kernels.wasm?url';
import weights from '../../../../src/knobel/vision/paper/weights.npz?url';
import { fetched, pixelsOf } from '../kernels/pictures';
import { PAD_SIDE } from './padReader';
import { SheetReader, SIDE } from './sheetReader';
import {
  VOCABULARY_OF,
  type Corners,
  type ReadCell,
  type ReadGrid,
  type ReadPad,
  type Size,
  type Vocabulary,
} from './sheetReading';

/** Without sizes, printed pads are read. */
export interface Question {
  image: ImageBitmap;
  sizes?: readonly Size[];
  vocabulary?: Vocabulary;
}
export type Answer = { grids: ReadGrid[]; pads: ReadPad[] } | { failed: string };

/** What is seen around cells, in their extent. */
const AROUND = 0.1;

const reader = Promise.all([fetched(code), fetched(weights)]).then((files) => SheetReader.load(...files));

self.onmessage = async ({ data: { image, sizes, vocabulary } }: MessageEvent<Question>) => {
  try {
    const its = await reader;
    const answer = sizes
      ? { grids: readGrids(its, image, sizes, vocabulary), pads: [] }
      : { grids: [], pads: readPads(its, image) };
    self.postMessage(answer satisfies Answer);
  } catch (error) {
    self.postMessage({ failed: String(error) } satisfies Answer);
  } finally {
    image.close();
  }
};

function readGrids(its: SheetReader, image: ImageBitmap, sizes: readonly Size[], vocabulary?: Vocabulary): ReadGrid[] {
  const factor = Math.min(1, SIDE / Math.max(image.width, image.height));
  return its.readGrids(pixelsOf(image, SIDE), sizes, vocabulary).map((grid) => enlarged(grid, factor));
}

function readPads(its: SheetReader, image: ImageBitmap): ReadPad[] {
  const factor = Math.min(1, PAD_SIDE / Math.max(image.width, image.height));
  const full = (corners: Corners): Corners => corners.map(([x, y]) => [x / factor, y / factor]);
  return its.pads.find(pixelsOf(image, PAD_SIDE)).map(({ pad, corners, cells, total, name }) => {
    const [read] = total ? readCells(its, image, [full(total)], 'points') : [];
    return {
      pad,
      corners: full(corners),
      cells: readCells(its, image, cells.map(full), VOCABULARY_OF[pad.game] ?? 'points'),
      ...(read && { total: read }),
      ...(name && { name: full(name) }),
    };
  });
}

/** Read cells in the part of a picture in which they are, which is shrunk only if it is large. */
function readCells(its: SheetReader, image: ImageBitmap, quads: Corners[], vocabulary: Vocabulary): ReadCell[] {
  const axes = [0, 1].map((axis) => quads.flat().map((point) => point[axis]!));
  const [[left, right], [top, bottom]] = axes.map((numbers, axis) => {
    const [low, high, side] = [Math.min(...numbers), Math.max(...numbers), axis === 0 ? image.width : image.height];
    const around = AROUND * (high - low);
    return [Math.max(Math.floor(low - around), 0), Math.min(Math.ceil(high + around), side)];
  }) as [[number, number], [number, number]];
  const factor = Math.min(1, SIDE / Math.max(right - left, bottom - top));
  const pixels = pixelsOf(image, SIDE, { left, top, width: right - left, height: bottom - top });
  const inside = (corners: Corners): Corners => corners.map(([x, y]) => [(x - left) * factor, (y - top) * factor]);
  return its.readCells(pixels, quads.map(inside), vocabulary).map((cell, i) => ({ ...cell, corners: quads[i]! }));
}

/** A grid in pixels of the picture before it was shrunk. */
function enlarged(grid: ReadGrid, factor: number): ReadGrid {
  const points = (corners: [number, number][]) => corners.map(([x, y]): [number, number] => [x / factor, y / factor]);
  const cells = grid.cells.map((cell) => ({ ...cell, corners: points(cell.corners) }));
  return { ...grid, corners: points(grid.corners), cells };
}
