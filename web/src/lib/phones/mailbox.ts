// The mailbox of a server, by which a guest's answer reaches the host, so that nobody scans it. The address there and the key
// follow from the invitation, which the server does not know: it can neither read the answer nor make one.

import { bytesOf, hashText } from '../records/sha256';

/** How often the host looks. */
const LOOK_MS = 1_000;
const IV_BYTES = 12;
const server = document.querySelector<HTMLMetaElement>('meta[name="knobel-mailbox"]')?.content;

/** True if there is one that this page can use: browsers encrypt only on secure pages. */
export const hasMailbox = server !== undefined && 'subtle' in crypto;

async function request(invitation: string, method: string, body?: BodyInit): Promise<Response> {
  const address = await hashText(`address ${invitation}`);
  const options = { method, credentials: 'omit', ...(body && { body }) } as const;
  const response = await fetch(`${server}/api/mailbox/${address}`, options);
  if (!response.ok && response.status !== 409) throw new Error(`the mailbox answers with status ${response.status}`);
  return response;
}

async function keyOf(invitation: string): Promise<CryptoKey> {
  const bytes = bytesOf(await hashText(`key ${invitation}`));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Send the answer to an invitation. Returns false if another guest has answered it. @throws Error if that fails. */
export async function sendAnswer(invitation: string, answer: string): Promise<boolean> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(answer);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(invitation), text);
  return (await request(invitation, 'POST', new Blob([iv, sealed]))).ok;
}

async function findAnswer(invitation: string): Promise<string | null> {
  const found = await (await request(invitation, 'GET')).arrayBuffer();
  if (found.byteLength === 0) return null;
  const algorithm = { name: 'AES-GCM', iv: found.slice(0, IV_BYTES) };
  const text = await crypto.subtle.decrypt(algorithm, await keyOf(invitation), found.slice(IV_BYTES));
  return new TextDecoder().decode(text);
}

/** Look for the answer to an invitation until it is there, or the returned function is called. */
export function awaitAnswer(invitation: string, onanswer: (answer: string) => void, onfail: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  async function look(): Promise<void> {
    const answer = await findAnswer(invitation).catch(onfail);
    if (ended) return;
    if (answer) onanswer(answer);
    else timer = setTimeout(() => void look(), LOOK_MS);
  }
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
