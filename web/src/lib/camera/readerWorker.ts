// The worker that reads the dice in pictures. It gets pictures and answers with readings, in order.

import code from '../../../../src/knobel/vision/dice/kernels.wasm?url';
import weights from '../../../../src/knobel/vision/dice/weights.npz?url';
import { answerQuestions } from '../kernels/pictureReader';
import { fetched, pixelsOf } from '../kernels/pictures';
import { DiceReader, SIDE } from './reader';

export interface Question {
  image: ImageBitmap;
  /** The numbers of dice that are expected, which decide about places that may or may not show a die. */
  counts: readonly number[];
}

answerQuestions(
  Promise.all([fetched(code), fetched(weights)]).then((files) => DiceReader.load(...files)),
  (reader, { image, counts }: Question) => reader.read(pixelsOf(image, SIDE), counts),
);
