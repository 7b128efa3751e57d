// Text of people inside of sentences. In markup, `<bdi>` does the same.

const ISOLATE = '\u2068';
const END_ISOLATE = '\u2069';
const OVERRIDES = /[\u202a-\u202e]/g;
/** Letters that are written from right to left, and characters that change the direction. */
const TURNS =
  /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Return a text whose direction does not change the order of what stands around it. */
export function isolated(text: string): string {
  if (!TURNS.test(text)) return text;
  let open = 0;
  let kept = '';
  for (const char of text.replace(OVERRIDES, '')) {
    if (char >= '\u2066' && char <= '\u2068') open++;
    // An end without a beginning would end the isolation.
    if (char === END_ISOLATE && open-- === 0) open = 0;
    else kept += char;
  }
  return ISOLATE + kept + END_ISOLATE.repeat(open + 1);
}
