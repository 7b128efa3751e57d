// Addresses of the page and the server, which may be served below a path. The document's `<base>` names that path.

/** The path below which the page is served, with a slash at its end: `/`, or for example `/games/`. */
export const ROOT = new URL(document.querySelector('base')?.href ?? '/', location.href).pathname;

/** The address of a path: `/scores` has the address `/games/scores` on a server below `/games/`. */
export function addressOf(path: string): string {
  return ROOT + path.replace(/^\//, '');
}

/** The path at an address of this page, the inverse of `addressOf`. */
export function pathAt(pathname: string): string {
  return pathname.startsWith(ROOT) ? pathname.slice(ROOT.length - 1) : pathname;
}
