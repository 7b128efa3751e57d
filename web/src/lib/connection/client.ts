// Requests to the server. Without one, and for tables of this device, the device answers them.

import type { DeviceRequest, Requests } from '../../requests';
import type { Problem } from '../../wire';
import { deviceTableOf } from '../offline/codes';
import { requestDevice } from '../offline/device';
import { offline } from '../offline/offline.svelte';
import type { Watched } from '../offline/offlineWorker';
import { isGuestAt } from '../phones/guestTables';
import { hexOf } from '../records/sha256';
import { isFramed } from '../ui/router.svelte';
import { addressOf } from './addresses';
import { isAnsweredOnDevice } from './deviceRequests';
import { takeAnswer } from './early';
import { addressed, type RequestName } from './requestAddress';

/** A failed request: `reason` has a text in i18n; the other fields are those of a `Problem`. */
export class ApiError extends Error {
  readonly reason: string;
  readonly rule: string | null;
  readonly proposal: string | null;
  readonly subject: string | null;

  constructor(reason: string, message: string, { rule, proposal, subject }: Partial<Problem> = {}) {
    super(message);
    this.reason = reason;
    this.rule = rule ?? null;
    this.proposal = proposal ?? null;
    this.subject = subject ?? null;
  }
}

/** The requests that are answered like this. */
type Answered<Answer> = {
  [Name in RequestName]: Requests[Name]['answer'] extends Answer ? Name : never;
}[RequestName];
/** The requests that are answered by a text: lines of JSON or a file. */
type TextName = Answered<string>;
/** The requests that open or store a thing with a code. */
export type OpeningName = Answered<{ code: string }>;

/** What a request consists of, and how it is watched. */
type Given<Name extends RequestName> = Omit<Requests[Name], 'answer'> & { watched?: Watched | undefined };
/** Nothing need be given for a request that consists of its name. */
type Parameters<Name extends RequestName> =
  Record<never, never> extends Omit<Requests[Name], 'answer'> ? [given?: Given<Name>] : [given: Given<Name>];

/** What any request may consist of. */
interface Parts {
  path?: Record<string, string | number>;
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
  watched?: Watched | undefined;
}

/** @throws ApiError if the request was refused. */
export async function checked(response: Response): Promise<Response> {
  if (!response.ok) {
    const text = await response.text();
    let problem: Partial<Problem>;
    try {
      problem = JSON.parse(text) as Partial<Problem>;
    } catch {
      problem = { message: text };
    }
    throw new ApiError(problem.reason ?? `http_${response.status}`, problem.message ?? response.statusText, problem);
  }
  return response;
}

/** Ask the tables of this device. @throws ApiError if they refuse. */
export async function askDevice(name: DeviceRequest, { body = '', watched = {}, ...parts }: Parts): Promise<Response> {
  const [method, path] = addressed(name, parts);
  let answer: Response;
  try {
    const table = deviceTableOf(path);
    if (table !== null && isGuestAt(table)) await (await import('../phones/party')).copyStored(table);
    answer = await requestDevice(method, path, typeof body === 'string' ? body : JSON.stringify(body), watched);
  } catch (error) {
    throw new ApiError('device', String(error));
  }
  return checked(answer);
}

/** @throws ApiError if the server refuses or cannot be reached. */
export async function askServer(
  method: string,
  path: string,
  { body, headers = {}, watched = {} }: Pick<Parts, 'body' | 'headers' | 'watched'> = {},
): Promise<Response> {
  const answer = await takeAnswer(method, path);
  if (answer) return answer;
  const isText = typeof body === 'string';
  const type = isText ? 'application/x-ndjson' : 'application/json';
  let response: Response;
  try {
    response = await fetch(addressOf(path), {
      method,
      // A frame in another page shows what everybody may see, whoever uses this browser.
      credentials: isFramed() ? 'omit' : 'same-origin',
      signal: watched.signal ?? null,
      headers: body === undefined ? headers : { 'Content-Type': type, ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ApiError('offline', String(error));
  }
  return checked(response);
}

async function send(name: RequestName, parts: Parts = {}): Promise<Response> {
  const [method, path] = addressed(name, parts);
  if (!offline.on && deviceTableOf(path) === null) return askServer(method, path, parts);
  if (!isAnsweredOnDevice(name)) throw new ApiError('needs_server', path);
  return askDevice(name, parts);
}

/** Send a request, and return its answer. @throws ApiError if it is refused or nothing answers. */
export async function ask<Name extends Exclude<RequestName, TextName>>(
  name: Name,
  ...[given]: Parameters<Name>
): Promise<Requests[Name]['answer']> {
  const text = await (await send(name, given)).text();
  return (text ? JSON.parse(text) : undefined) as Requests[Name]['answer'];
}

/** Send a request that is answered by a text. @throws ApiError if it is refused or nothing answers. */
export async function askText<Name extends TextName>(name: Name, ...[given]: Parameters<Name>): Promise<string> {
  return (await send(name, given)).text();
}

/** Send a request whose answer arrives in parts. @throws ApiError if it is refused or nothing answers. */
export const askStream = <Name extends TextName>(name: Name, ...[given]: Parameters<Name>): Promise<Response> =>
  send(name, given);

/** The lines of a response as they arrive, parsed as JSON. Leaving the loop closes the connection. */
export async function* readLines<T>(response: Response): AsyncGenerator<T> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
      const lines = (text + read.value).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as T;
    }
  } finally {
    await reader?.cancel();
  }
}

/** Pauses before a request to open something is repeated, in ms. A process that ends is replaced within seconds. */
const REPEAT_PAUSES_MS = [300, 1000, 2500];
/** The failures after which it is unknown whether the server has executed the request. */
const UNANSWERED = ['offline', 'http_502', 'http_504'];

/** Open a table or another thing. A request without an answer is repeated, and its key lets the server open only one. */
export async function openOnce<Name extends OpeningName>(
  name: Name,
  ...[given]: Parameters<Name>
): Promise<Requests[Name]['answer']> {
  const headers = { 'Idempotency-Key': hexOf(crypto.getRandomValues(new Uint8Array(16))) };
  const attempt = async ([pause, ...later]: number[]): Promise<Requests[Name]['answer']> => {
    try {
      return (await (await send(name, { ...given, headers })).json()) as Requests[Name]['answer'];
    } catch (error) {
      if (pause === undefined || !(error instanceof ApiError && UNANSWERED.includes(error.reason))) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
      return attempt(later);
    }
  };
  return attempt(REPEAT_PAUSES_MS);
}
