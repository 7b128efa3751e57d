// The form of a printed pad: where its places lie between its marks. It stands in the link of the pad's QR code, so that
// every reader knows the places of every pad, however old its layout is. `knobel.vision.paper.pad_form` reads the same text.

/** Left, top, right and bottom; the centres of the marks are at 0 and 1. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Cells to write in, row by row. */
export interface Block {
  rows: number;
  columns: number;
  /** The part of the distance between two cells' centres that a cell fills. */
  filled: number;
  /** All cells, with half of the space between two cells around them. */
  box: Box;
}

export interface PadForm {
  /** At least one. */
  blocks: Block[];
  /** The values for the free rolls of each column, of which players strike some. */
  strikes?: Box;
  total?: Box;
  name?: Box;
}

/** The name of a form in the link. */
export const FORM = 'pad';
/** The first character, which changes with the meaning of the others. */
const VERSION = '1';
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** A length has two digits and lies between these numbers. */
const [LEAST, MOST] = [-0.25, 1.25];
const STEPS = DIGITS.length ** 2 - 1;
const PLACES = { strikes: 's', total: 't', name: 'n' } as const;

export function formText({ blocks, ...places }: PadForm): string {
  const lengths = (box: Box) =>
    box.map((length) => {
      const step = Math.round(((Math.min(Math.max(length, LEAST), MOST) - LEAST) / (MOST - LEAST)) * STEPS);
      return DIGITS[Math.floor(step / DIGITS.length)]! + DIGITS[step % DIGITS.length]!;
    });
  return [
    VERSION,
    ...blocks.flatMap(({ rows, columns, filled, box }) => [
      'c',
      ...[rows, columns, Math.round(filled * (DIGITS.length - 1))].map((number) => DIGITS[number]!),
      ...lengths(box),
    ]),
    ...Object.entries(PLACES).flatMap(([name, letter]) => {
      const box = places[name as keyof typeof PLACES];
      return box ? [letter, ...lengths(box)] : [];
    }),
  ].join('');
}

/** A game, its options as texts, and the form of its pad. */
export interface PrintedPad extends PadForm {
  game: string;
  options: Record<string, string>;
}

/** The pad whose QR code has this text; null if it is not the link of a pad that this version knows. */
export function readForm(link: string): PrintedPad | null {
  if (!URL.canParse(link)) return null;
  const { pad: text = '', game = '', ...options } = Object.fromEntries(new URL(link).searchParams);
  const numbers = Array.from(text.slice(VERSION.length), (digit) => DIGITS.indexOf(digit));
  if (!text.startsWith(VERSION) || !game || numbers.includes(-1)) return null;
  let isShort = false;
  const next = () => {
    isShort ||= numbers.length === 0;
    return numbers.shift() ?? 0;
  };
  const box = (): Box => {
    const length = () => LEAST + ((MOST - LEAST) * (next() * DIGITS.length + next())) / STEPS;
    return [length(), length(), length(), length()];
  };
  const form: PrintedPad = { game, options, blocks: [] };
  while (numbers.length > 0) {
    const letter = DIGITS[next()];
    const place = Object.entries(PLACES).find(([, each]) => each === letter)?.[0];
    if (letter === 'c')
      form.blocks.push({ rows: next(), columns: next(), filled: next() / (DIGITS.length - 1), box: box() });
    else if (place) form[place as keyof typeof PLACES] = box();
    else return null;
  }
  const hasCells =
    form.blocks.length > 0 && form.blocks.every(({ rows, columns, filled }) => rows * columns * filled > 0);
  return hasCells && !isShort ? form : null;
}

/** The boxes of the cells to write in, block by block and row by row. */
export function cellBoxes({ blocks }: PadForm): Box[] {
  return blocks.flatMap(({ rows, columns, filled, box: [left, top, right, bottom] }) => {
    const [width, height] = [(right - left) / columns, (bottom - top) / rows];
    const [x, y] = [(width * (1 - filled)) / 2, (height * (1 - filled)) / 2];
    return Array.from({ length: rows * columns }, (_, i): Box => {
      const [row, column] = [Math.floor(i / columns), i % columns];
      return [
        left + column * width + x,
        top + row * height + y,
        left + (column + 1) * width - x,
        top + (row + 1) * height - y,
      ];
    });
  });
}
