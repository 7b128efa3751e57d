// Requests to the server.

import type { GameInfo, HighScores, NewTable, Opened, Problem, Session, Transfer } from '../wire';

/** The server refused; `reason` is for translation. */
export class ApiError extends Error {
  readonly reason: string;

  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ApiError('offline', String(error));
  }
  const text = await response.text();
  if (!response.ok) {
    let problem: Partial<Problem>;
    try {
      problem = JSON.parse(text) as Partial<Problem>;
    } catch {
      problem = { message: text };
    }
    throw new ApiError(problem.reason ?? `http_${response.status}`, problem.message ?? response.statusText);
  }
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Who one is; a newcomer becomes somebody of that name. */
export const openSession = (name: string) => request<Session>('POST', '/api/session', { name });

export const rename = (name: string) => request<Session>('PATCH', '/api/session', { name });

export const listGames = () => request<GameInfo[]>('GET', '/api/games');

export const openTable = (table: NewTable) => request<Opened>('POST', '/api/tables', table);

export const highScores = (game: string, options: Record<string, boolean | number | string>) =>
  request<HighScores>('GET', `/api/scores/${game}?${new URLSearchParams({ options: JSON.stringify(options) })}`);

export const createTransfer = () => request<Transfer>('POST', '/api/transfer');

export const redeemTransfer = (token: string) => request<Session>('POST', `/api/transfer/${encodeURIComponent(token)}`);

export const recordPath = (code: string, game: number) => `/api/tables/${code}/games/${game}/record`;
