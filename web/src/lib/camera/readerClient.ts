// The page's side of the worker that reads dice.

import type { Answer, Question } from './readerWorker';
import type { Reading } from './reading';

/** Reads one picture after the other. The worker starts at once and loads its files. */
export class ReaderClient {
  readonly #worker = new Worker(new URL('./readerWorker.ts', import.meta.url), { type: 'module', name: 'reader' });

  /**
   * Read a picture, which is closed afterwards. @throws Error if the reader cannot be loaded, or fails.
   *
   * @param counts - the numbers of dice that are expected, which decide about places that may or may not show a die
   */
  async read(image: ImageBitmap, counts: readonly number[]): Promise<Reading> {
    const answer = await new Promise<Answer>((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      this.#worker.onerror = ({ message }) => resolve({ failed: message });
      this.#worker.postMessage({ image, counts } satisfies Question, [image]);
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.reading;
  }

  /** End the worker, and free its memory. */
  stop(): void {
    this.#worker.terminate();
  }
}
