// The page's side of the worker that reads paper.

import type { Answer, Question } from './sheetReaderWorker';
import type { ReadSheet } from './sheetReading';

/** Reads one picture after the other. The worker starts at once and loads its files. */
export class SheetReaderClient {
  readonly #worker = new Worker(new URL('./sheetReaderWorker.ts', import.meta.url), {
    type: 'module',
    name: 'sheetReader',
  });
  #last: Promise<unknown> = Promise.resolve();

  /** Read the sheets in a picture, which is closed. @throws Error if the reader cannot be loaded, or fails. */
  read(question: Question): Promise<ReadSheet[]> {
    // The questions before are answered first.
    const answer = this.#last.then(() => this.#ask(question));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(question: Question): Promise<ReadSheet[]> {
    const answer = await new Promise<Answer>((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => resolve(data);
      this.#worker.onerror = ({ message }) => resolve({ failed: message });
      this.#worker.postMessage(question, [question.image]);
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.sheets;
  }

  /** End the worker, and free its memory. */
  stop(): void {
    this.#worker.terminate();
  }
}
