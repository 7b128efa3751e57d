// A worker that reads pictures, and the page's side of it.

type Answer<Result> = { result: Result } | { failed: string };

/** Reads one picture after the other in a worker, which starts at once and loads its files. */
export class PictureReader<Question extends { image: ImageBitmap }, Result> {
  readonly #worker: Worker;
  #last: Promise<unknown> = Promise.resolve();

  constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** Read a picture, which is closed, after those before. @throws Error if the reader cannot be loaded, or fails. */
  read(question: Question): Promise<Result> {
    const answer = this.#last.then(() => this.#ask(question));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async #ask(question: Question): Promise<Result> {
    const answer = await new Promise<Answer<Result>>((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<Answer<Result>>) => resolve(data);
      this.#worker.onerror = ({ message }) => resolve({ failed: message });
      this.#worker.postMessage(question, [question.image]);
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.result;
  }

  /** End the worker, and free its memory. */
  stop(): void {
    this.#worker.terminate();
  }
}

/** In a worker: answer the questions of the page, in order, with a reader of pictures that is loaded. */
export function answerQuestions<Question extends { image: ImageBitmap }, Reader, Result>(
  loaded: Promise<Reader>,
  read: (reader: Reader, question: Question) => Result,
): void {
  self.onmessage = async ({ data }: MessageEvent<Question>) => {
    try {
      self.postMessage({ result: read(await loaded, data) } satisfies Answer<Result>);
    } catch (error) {
      self.postMessage({ failed: String(error) } satisfies Answer<Result>);
    } finally {
      data.image.close();
    }
  };
}
