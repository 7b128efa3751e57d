// The page's side of the worker that reads paper.

import type { Answer, Question } from './sheetReaderWorker';
import type { ReadGrid, Size, Vocabulary } from './sheetReading';

/** Reads one picture after the other. The worker starts at once and loads its files. */
export class SheetReaderClient {
  readonly #worker = new Worker(new URL('./sheetReaderWorker.ts', import.meta.url), {
    type: 'module',
    name: 'sheetReader',
  });
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Read the grids in a picture; a bitmap is closed afterwards. @throws Error if the reader cannot be loaded, or fails.
   *
   * @param sizes - rows and columns of the grids that are expected; others are not reported
   */
  readGrids(
    picture: ImageData | ImageBitmap,
    sizes: readonly Size[],
    vocabulary: Vocabulary = 'numbers',
  ): Promise<ReadGrid[]> {
    const grids = this.#last.then(async () => {
      const image = picture instanceof ImageBitmap ? picture : await createImageBitmap(picture);
      return this.#ask({ image, sizes, vocabulary });
    });
    this.#last = grids.catch(() => undefined);
    return grids;
  }

  async #ask(question: Question): Promise<ReadGrid[]> {
    const answer = await new Promise<Answer>((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      this.#worker.onerror = ({ message }) => resolve({ failed: message });
      this.#worker.postMessage(question, [question.image]);
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.grids;
  }

  /** End the worker, and free its memory. */
  stop(): void {
    this.#worker.terminate();
  }
}
