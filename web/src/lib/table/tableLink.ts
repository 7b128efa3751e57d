// The part of an address that identifies a table, a cup or a group.

/** The code, and the key, if there is one, that makes the link hard to guess. */
export function tableLink(code: string, key: string): string {
  return key ? `${code}-${key}` : code;
}

/** The code and the key of a link, the inverse of `tableLink`; codes may be typed in lower case. */
export function parseTableLink(link: string): { code: string; key: string } {
  const [, code = '', key = ''] = /^([^-]*)-?(.*)$/.exec(link) ?? [];
  return { code: code.toUpperCase(), key };
}
