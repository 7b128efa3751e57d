// Commands of the operator.

import { askServer } from './client';

/** Execute a command of the operator. */
export async function runOperatorCommand<T>(token: string, command: Record<string, unknown>): Promise<T> {
  // Headers allow only these characters, and all tokens consist of them.
  const headers = { Authorization: `Bearer ${/^[\x20-\x7e]*$/.test(token) ? token : '?'}` };
  return (await askServer('POST', '/api/operator', { body: command, headers })).json() as Promise<T>;
}
