// The page's side of the worker that reads dice.

import { PictureReader } from '../kernels/pictureReader';
import type { Question } from './readerWorker';
import type { Reading } from './reading';

export type DicePictureReader = PictureReader<Question, Reading>;

export const startReader = (): DicePictureReader =>
  new PictureReader(new Worker(new URL('./readerWorker.ts', import.meta.url), { type: 'module', name: 'reader' }));
