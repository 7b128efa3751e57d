// The page's side of the worker that reads paper.

import { PictureReader } from '../kernels/pictureReader';
import type { Question } from './sheetReaderWorker';
import type { ReadSheet } from './sheetReading';

export type SheetPictureReader = PictureReader<Question, ReadSheet[]>;

export const startSheetReader = (): SheetPictureReader =>
  new PictureReader(
    new Worker(new URL('./sheetReaderWorker.ts', import.meta.url), { type: 'module', name: 'sheetReader' }),
  );
