// An answer that was opened as a link, in another tab of the host's browser: that tab brings it to the one that hosts.

import { currentHost } from './host.svelte';
import { CONNECT_MS, type AnswerProblem } from './invitations.svelte';

interface Brought {
  answer?: string;
  result?: AnswerProblem | null;
}

const tabs = 'BroadcastChannel' in self ? new BroadcastChannel('knobel.phones') : null;

/** The result of an answer that another tab has brought. */
let answered = $state.raw<{ problem: AnswerProblem | null } | null>(null);
export const answeredElsewhere = () => answered;

tabs?.addEventListener('message', ({ data: { answer } }: MessageEvent<Brought>) => {
  if (typeof answer !== 'string') return;
  void currentHost()
    ?.invitations.accept(answer)
    .then((problem) => {
      // Several tabs may host.
      if (problem !== 'other') tabs.postMessage({ result: problem } satisfies Brought);
      answered = { problem };
    });
});

/** Give an answer to the tab of this device that hosts. */
export async function bring(answer: string): Promise<AnswerProblem | null> {
  const host = currentHost();
  if (host) return host.invitations.accept(answer);
  if (!tabs) return 'other';
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve('other'), CONNECT_MS + 2_000);
    tabs.addEventListener('message', ({ data }: MessageEvent<Brought>) => {
      if (data.result === undefined) return;
      clearTimeout(timer);
      resolve(data.result);
    });
    tabs.postMessage({ answer } satisfies Brought);
  });
}
