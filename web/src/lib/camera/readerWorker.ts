// The worker that reads the dice in pictures. It gets pictures and answers with readings, in order.

import code from '../../../../src/knobel/vision/kernels.wasm?url';
import weights from '../../../../src/knobel/vision/weights.npz?url';
import { DiceReader, SIDE } from './reader';
import type { Reading } from './reading';

export interface Question {
  image: ImageBitmap;
  /** The numbers of dice that are expected. */
  counts: readonly number[];
}
export type Answer = { reading: Reading } | { failed: string };

const fetched = async (file: string) => {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file} cannot be loaded`);
  return response.arrayBuffer();
};
const reader = Promise.all([fetched(code), fetched(weights)]).then((files) => DiceReader.load(...files));

/** The pixels of a picture, shrunk to `SIDE`. */
function pixelsOf(image: ImageBitmap): ImageData {
  const factor = Math.min(1, SIDE / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * factor)),
    Math.max(1, Math.round(image.height * factor)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

self.onmessage = async ({ data: { image, counts } }: MessageEvent<Question>) => {
  try {
    const pixels = pixelsOf(image);
    image.close();
    self.postMessage({ reading: (await reader).read(pixels, counts) } satisfies Answer);
  } catch (error) {
    self.postMessage({ failed: String(error) } satisfies Answer);
  }
};
