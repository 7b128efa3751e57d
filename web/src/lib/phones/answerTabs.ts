// An answer that was opened as a link, in any tab of the host's browser: that tab brings it to the one that hosts.

import type { AnswerProblem } from './description';

interface Brought {
  answer?: string;
  result?: AnswerProblem | null;
}

const NAME = 'knobel.phones';
/** A host that cannot use an answer says so after 15 s at the latest. */
const WAIT_MS = 17_000;

/** Take answers that are brought, until the returned function is called. `accept` returns why one cannot be used. */
export function takeAnswers(accept: (answer: string) => Promise<AnswerProblem | null>): () => void {
  const tabs = new BroadcastChannel(NAME);
  tabs.onmessage = async ({ data: { answer } }: MessageEvent<Brought>) => {
    const result = answer ? await accept(answer) : 'other';
    // Several tabs may host.
    if (result !== 'other') tabs.postMessage({ result } satisfies Brought);
  };
  return () => tabs.close();
}

/** Give an answer to the tab of this device that hosts. Returns why it cannot be used. */
export function bring(answer: string): Promise<AnswerProblem | null> {
  const tabs = new BroadcastChannel(NAME);
  return new Promise((resolve) => {
    setTimeout(resolve, WAIT_MS, 'other');
    tabs.onmessage = ({ data: { result } }: MessageEvent<Brought>) => {
      if (result !== undefined) resolve(result);
    };
    tabs.postMessage({ answer } satisfies Brought);
  });
}
