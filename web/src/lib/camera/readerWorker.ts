// The worker that reads the dice in pictures. It gets pictures and answers with readings, in order.

import code from '../../../../src/knobel/vision/kernels.wasm?url';
import weights from '../../../../src/knobel/vision/weights.npz?url';
import { fetched, pixelsOf } from '../kernels/pictures';
import { DiceReader, SIDE } from './reader';
import type { Reading } from './reading';

export interface Question {
  image: ImageBitmap;
  /** The numbers of dice that are expected. */
  counts: readonly number[];
}
export type Answer = { reading: Reading } | { failed: string };

const reader = Promise.all([fetched(code), fetched(weights)]).then((files) => DiceReader.load(...files));

self.onmessage = async ({ data: { image, counts } }: MessageEvent<Question>) => {
  try {
    const pixels = pixelsOf(image, SIDE);
    image.close();
    self.postMessage({ reading: (await reader).read(pixels, counts) } satisfies Answer);
  } catch (error) {
    self.postMessage({ failed: String(error) } satisfies Answer);
  }
};
