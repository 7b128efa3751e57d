// The worker that reads the grids in pictures. It gets pictures and answers with grids, in order.

import code from '../../../../src/knobel/vision/paper/kernels.wasm?url';
import weights from '../../../../src/knobel/vision/paper/weights.npz?url';
import { fetched, pixelsOf } from '../kernels/pictures';
import { SheetReader, SIDE } from './sheetReader';
import type { ReadGrid, Size, Vocabulary } from './sheetReading';

export interface Question {
  image: ImageBitmap;
  sizes: readonly Size[];
  vocabulary: Vocabulary;
}
export type Answer = { grids: ReadGrid[] } | { failed: string };

const reader = Promise.all([fetched(code), fetched(weights)]).then((files) => SheetReader.load(...files));

self.onmessage = async ({ data: { image, sizes, vocabulary } }: MessageEvent<Question>) => {
  try {
    const factor = Math.min(1, SIDE / Math.max(image.width, image.height));
    const pixels = pixelsOf(image, SIDE);
    image.close();
    const grids = (await reader).readGrids(pixels, sizes, vocabulary);
    self.postMessage({ grids: grids.map((grid) => enlarged(grid, factor)) } satisfies Answer);
  } catch (error) {
    self.postMessage({ failed: String(error) } satisfies Answer);
  }
};

/** A grid in pixels of the picture before it was shrunk. */
function enlarged(grid: ReadGrid, factor: number): ReadGrid {
  const points = (corners: [number, number][]) => corners.map(([x, y]): [number, number] => [x / factor, y / factor]);
  const cells = grid.cells.map((cell) => ({ ...cell, corners: points(cell.corners) }));
  return { ...grid, corners: points(grid.corners), cells };
}
