const LINKED = /[/#](t|cup|group)\/([a-z0-9]{5,6})(?:-([\w-]+))?(?![\w-])/i;
const WITH_KEY = /^[^\w-]*([a-z0-9]{5,6})-([\w-]{16,})[^\w-]*$/i;
const TABLE_CODE = /^[A-Z0-9]{6}$/;
const CUP_CODE = /^[A-Z]{5}$/;
const GROUP_CODE = /^[2-9][A-Z]{5}$/;

/** The path of the table, cup or group that a person typed or pasted, as a code or as a link; null if it is none of them. */
export function joinPath(text: string): string | null {
  const normalized = text.normalize('NFKC').trim();
  const linked = LINKED.exec(normalized);
  if (linked) return pathOf(linked[2] ?? '', linked[3]);
  const keyed = WITH_KEY.exec(normalized);
  if (keyed) return pathOf(keyed[1] ?? '', keyed[2]);
  // People group letters with spaces, dashes and dots, and messengers add invisible characters.
  return pathOf(normalized.replace(/[\s\p{P}\p{Cf}]/gu, ''), undefined);
}

function pathOf(typed: string, key: string | undefined): string | null {
  const code = typed.toUpperCase();
  const kind = GROUP_CODE.test(code) ? 'group' : TABLE_CODE.test(code) ? 't' : CUP_CODE.test(code) ? 'cup' : null;
  return kind && `/${kind}/${code}${key === undefined ? '' : `-${key}`}`;
}
