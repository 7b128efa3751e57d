// The addresses of the server's requests.

import type { DeviceRequest, Requests } from '../../requests';

/** A method and a path with its parameters in braces. */
export type RequestName = keyof Requests;

interface Parts {
  path?: Record<string, string | number>;
  query?: object;
}

/** The path of a request, without its query. */
export function pathOf<Name extends RequestName>(
  name: Name,
  path: Requests[Name] extends { path: infer Path } ? Path : Record<never, never>,
): string {
  return addressed(name, { path: path as Record<string, string | number> })[1];
}

/** The method of a request, and its path with its query. What is null or missing is not in the query. */
export function addressed(
  name: RequestName | DeviceRequest,
  { path = {}, query = {} }: Parts,
): [method: string, path: string] {
  const [method = '', pattern = ''] = name.split(' ');
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  const filled = pattern.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(path[part] ?? ''));
  return [method, filled + (search && `?${search}`)];
}
