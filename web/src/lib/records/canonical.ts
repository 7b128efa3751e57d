// The lines of a record, in the one form in which Knobel writes them, so that all programs read the same in it.

export interface Line {
  roll?: number[];
  label?: string;
  seat?: number;
  move?: string;
  undo?: number;
}

/** The header of a record. Other keys are checked where they are used. */
export interface Header {
  game: string;
  options?: Record<string, unknown>;
  seats: string[];
  /* eslint-disable-next-line @typescript-eslint/no-explicit-any -- of either version, or of a forger */
  dice?: any;
}

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

const isFace = (value: unknown) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 6;

function isEvent(value: Line, seats: number, isLast: boolean): boolean {
  const keys = Object.keys(value).filter((key) => key !== 'time' && key !== 'scores' && !(isLast && key === 'sha256'));
  const isSeat = (seat: unknown) => Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < seats;
  switch (keys.sort().join()) {
    case 'label,roll':
      return Array.isArray(value.roll) && value.roll.length > 0 && value.roll.every(isFace);
    case 'move,seat':
      return isSeat(value.seat) && typeof value.move === 'string';
    case 'undo':
      return isSeat(value.undo);
  }
  return false;
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
    const values = lines.map((line) => {
      const value = JSON.parse(line);
      if (json(value) !== line) throw failed();
      return value;
    });
    const [header, ...events] = values;
    const isHeader =
      [1, 2, 3].includes(header.knobel) &&
      header.seats.length > 0 &&
      header.seats.every((name: unknown) => typeof name === 'string') &&
      (header.options === undefined || !Array.isArray(header.options));
    if (!isHeader || header.dice === undefined || typeof header.dice === 'string') {
      // Without seeded dice nothing else is read.
      if (isHeader) return { text, header, events: [] };
      throw failed();
    }
    if (!events.every((event, i) => isEvent(event, header.seats.length, i === events.length - 1))) throw failed();
    return { text, header, events };
  } catch {
    throw failed();
  }
}
