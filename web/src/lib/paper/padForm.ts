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
