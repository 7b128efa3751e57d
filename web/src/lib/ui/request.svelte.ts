import { errorText } from '../format/errors';

/** Runs requests to the server; `busy` and `problem` show their state. */
export class Request {
  busy = $state(false);
  /** Why the last request failed, in words. */
  problem = $state<string | null>(null);

  /** Run an action; its error becomes the `problem`. */
  async run(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = null;
    try {
      await action();
    } catch (error) {
      this.problem = errorText(error);
    } finally {
      this.busy = false;
    }
  }
}
