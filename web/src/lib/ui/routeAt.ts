import { ROUTES, type PageRoute, type Route } from '../../routes';
import { AROUND_LINKS, matchPath } from './pathPattern';

const END = new RegExp(`${AROUND_LINKS}$`);

/** The page at an address: a path and perhaps a query. */
export function routeAt(address: string): Route {
  // What text around a link has left may also be behind a query.
  const { pathname, searchParams } = new URL(address.replace(END, ''), 'http://knobel');
  for (const [page, { path, props }] of Object.entries<PageRoute>(ROUTES)) {
    const parameters = matchPath(path, pathname);
    const given = parameters && props(parameters, searchParams);
    if (given) return { page, ...given } as Route;
  }
  return { page: 'unknown' };
}
