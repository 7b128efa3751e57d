// Addresses of the page and the server. A server may serve them below a path, which the document's `<base>` names. A
// folder of static files (`knobel site`) has one document, whose pages are named after the hash.

/** True if the page is a folder of static files, without a server. */
export const isSite = document.querySelector('meta[name="knobel-site"]') !== null;

/** The path below which the page is served, with a slash at its end: `/`, or for example `/games/`. */
export const ROOT = new URL(isSite ? '.' : (document.querySelector('base')?.href ?? '/'), location.href).pathname;

/** The address of a path: `/scores` has the address `/games/scores` on a server below `/games/`. */
export function addressOf(path: string): string {
  return isSite ? `#${path}` : ROOT + path.replace(/^\//, '');
}

/** The path at an address of a server's page, the inverse of `addressOf`. */
export function pathAt(pathname: string): string {
  return pathname.startsWith(ROOT) ? pathname.slice(ROOT.length - 1) : pathname;
}

/** The path and the query of the page that is shown. */
export function currentPath(): string {
  return isSite ? location.hash.slice(1) || '/' : pathAt(location.pathname) + location.search;
}

/** The address of a file beside the document, such as `icon.svg`. */
export function fileUrl(name: string): string {
  return new URL(ROOT + name, location.href).href;
}
