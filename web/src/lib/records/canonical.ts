// The lines of a record, in the one form in which Knobel writes them, so that all programs read the same in it.

export interface Line {
  roll?: number[];
  label?: string;
  seat?: number;
  move?: string;
  undo?: number;
}

/** The header of a record. What it says about the dice is checked where it is used. */
export interface Header {
  game: string;
  options?: Record<string, unknown>;
  seats: string[];
  /* eslint-disable-next-line @typescript-eslint/no-explicit-any -- of any version, or of a forger */
  dice?: any;
}

const MAX_LINE = 100_000;
const HEADER = ['knobel', 'game', 'options', 'seats', 'bots', 'dice'];

/** The JSON that Knobel writes. It differs from a line with a key that occurs twice, or a number such as 3.0. */
function json(value: unknown): string {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'string') encodeURIComponent(value); // throws unless it is Unicode text
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${json(key)}: ${json(item)}`)
    .join(', ')}}`;
}

type Test = (value: unknown) => boolean;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText: Test = (value) => typeof value === 'string';
const isWord: Test = (value) => typeof value === 'string' && /^[a-z][a-z0-9_]*$/.test(value);
const isInteger =
  (least = 0, most = Number.MAX_SAFE_INTEGER): Test =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
const isListOf = (test: Test, length?: number): Test => {
  return (value) => Array.isArray(value) && value.length === (length ?? value.length) && value.every(test);
};
const isOptional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

/** True for a header, except for what it says about the dice. */
function isHeader(value: unknown): boolean {
  if (!isObject(value) || !Object.keys(value).every((key) => HEADER.includes(key))) return false;
  const { knobel, game, options = {}, seats, bots } = value;
  const isChoice: Test = (chosen) => typeof chosen === 'boolean' || isInteger()(chosen) || isWord(chosen);
  return (
    isInteger(1, 3)(knobel) &&
    isWord(game) &&
    isObject(options) &&
    Object.entries(options).every(([name, chosen]) => isWord(name) && isChoice(chosen)) &&
    Array.isArray(seats) &&
    seats.length > 0 &&
    seats.every(isText) &&
    isOptional(isListOf((bot) => bot === null || isText(bot), seats.length))(bots)
  );
}

function isEvent(value: unknown, seats: number, isLast: boolean): boolean {
  if (!isObject(value)) return false;
  const { roll, label, seat, move, undo, time, scores, sha256, ...others } = value;
  if (Object.keys(others).length > 0) return false;
  const isSeat = isInteger(0, seats - 1);
  const keys = Object.keys(value).filter((key) => !['time', 'scores', 'sha256'].includes(key));
  const isKind =
    keys.sort().join() === 'label,roll'
      ? isListOf(isInteger(1, 6))(roll) && (roll as number[]).length > 0 && isText(label)
      : keys.join() === 'move,seat'
        ? isSeat(seat) && isText(move)
        : keys.join() === 'undo' && isSeat(undo);
  return (
    isKind &&
    isOptional(isInteger())(time) &&
    isOptional(isListOf(isInteger(-Number.MAX_SAFE_INTEGER), seats))(scores) &&
    (sha256 === undefined || (isLast && isText(sha256)))
  );
}

/** Read a record. Throws `failed()` if it is not in this form. */
export function canonicalLines(
  record: Uint8Array<ArrayBuffer>,
  failed: () => Error,
): { text: string; header: Header; events: Line[] } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(record);
    const lines = text.split('\n');
    if (lines.pop() !== '') throw failed();
    const values = lines.map((line) => JSON.parse(line));
    const [header, ...events] = values;
    // Without seeded dice nothing else is read.
    const isPlain = isObject(header) && [undefined, null, 'real'].includes(header.dice as string);
    if (isPlain && Array.isArray(header.seats)) return { text, header: header as unknown as Header, events: [] };
    if (!lines.every((line, i) => [...line].length < MAX_LINE && json(values[i]) === line)) throw failed();
    if (!isHeader(header)) throw failed();
    if (!events.every((event, i) => isEvent(event, header.seats.length, i === events.length - 1))) throw failed();
    return { text, header, events };
  } catch {
    throw failed();
  }
}
