// The page's side of the worker that reads paper.

import type { Answer, Question } from './sheetReaderWorker';
import type { ReadGrid, ReadPad, Size, Vocabulary } from './sheetReading';

type Read = Exclude<Answer, { failed: string }>;

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
    return this.#next(picture, { sizes, vocabulary }).then(({ grids }) => grids);
  }

  /** Read the printed pads in a picture; a bitmap is closed afterwards. @throws Error as `readGrids` does. */
  readPads(picture: ImageData | ImageBitmap): Promise<ReadPad[]> {
    return this.#next(picture, {}).then(({ pads }) => pads);
  }

  /** Ask when the questions before are answered. */
  #next(picture: ImageData | ImageBitmap, question: Omit<Question, 'image'>): Promise<Read> {
    const answer = this.#last.then(async () => {
      const image = picture instanceof ImageBitmap ? picture : await createImageBitmap(picture);
      return this.#ask({ image, ...question });
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(question: Question): Promise<Read> {
    const answer = await new Promise<Answer>((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      this.#worker.onerror = ({ message }) => resolve({ failed: message });
      this.#worker.postMessage(question, [question.image]);
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  }

  /** End the worker, and free its memory. */
  stop(): void {
    this.#worker.terminate();
  }
}
