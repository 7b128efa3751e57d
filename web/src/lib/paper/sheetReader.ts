// The reader of paper: the kernels of `knobel/vision/paper/kernels.py` in WebAssembly, with the networks' weights.

import { NetworkModule, type Block } from '../kernels/networkModule';
import { PadReader } from './padReader';
import { VOCABULARIES, type Corners, type ReadCell, type ReadSheet, type Size, type Vocabulary } from './sheetReading';

const MAX_GRIDS = 16;
const MAX_CELLS = 1024;
const CANDIDATES = 3;
/** The numbers of a cell and of a grid, see `CELL_FIELDS` and `GRID_FIELDS` in `kernels.py`. */
const CELL_FIELDS = 3 + 2 * CANDIDATES + 8;
const GRID_FIELDS = 10;
/** Codes of contents in place of a number, see `texts.py`. */
const STRUCK = -2;
const EMPTY = -1;
const CIRCLED_FROM = 1000;
/** The numbers that are read are below this one. */
const NUMBERS = 1000;

/** The longest side in pixels of a picture that is read. */
export const SIDE = 1280;

export class SheetReader {
  readonly #module: NetworkModule;
  readonly #picture: Block;
  readonly #plane: Block;
  readonly #grids: Block;
  readonly #cells: Block;
  /** It uses the same memory: its last picture is lost when another one is read. */
  readonly pads: PadReader;

  private constructor(module: NetworkModule) {
    this.#module = module;
    this.#picture = module.array(1, SIDE, SIDE, 4);
    this.#plane = module.array(4, SIDE * SIDE);
    this.#grids = module.array(8, MAX_GRIDS, GRID_FIELDS);
    this.#cells = module.array(8, MAX_CELLS, CELL_FIELDS);
    this.pads = new PadReader(module, this.#picture, this.#plane);
  }

  /** Start the reader. @throws Error if a file is broken, or if there is not enough memory. */
  static async load(code: ArrayBuffer, weights: ArrayBuffer): Promise<SheetReader> {
    return new SheetReader(await NetworkModule.load(code, weights));
  }

  /**
   * Read the grids in a picture whose sides are at most `SIDE` pixels. @throws Error if there is not enough memory.
   *
   * @param sizes - rows and columns of the grids that are expected; others are not reported
   * @param possible - the numbers that cells may have
   */
  readGrids(
    picture: ImageData,
    sizes: readonly Size[],
    vocabulary: Vocabulary,
    possible: readonly number[],
  ): ReadSheet[] {
    const module = this.#module;
    const pixels = this.#placed(picture);
    const expected = module.filled(new BigInt64Array([0, 0, ...sizes.flat()].map(BigInt)), 8, 2);
    const code = VOCABULARIES.indexOf(vocabulary);
    const numbers = this.#flags([possible]);
    const { weights, scratch } = module;
    const results = module.call(
      'read',
      pixels,
      expected,
      code,
      numbers,
      weights,
      scratch,
      this.#plane,
      this.#grids,
      this.#cells,
    );
    module.release(expected);
    module.release(numbers);
    const grids = this.#rows(this.#grids, Number(results.getBigInt64(0, true)));
    const counts = grids.map(([rows, columns]) => rows! * columns!);
    const cells = this.#rows(
      this.#cells,
      counts.reduce((sum, count) => sum + count, 0),
    ).map(cellOf);
    return grids.map(([, , ...corners], i) => ({ corners: pointsOf(corners), cells: cells.splice(0, counts[i]) }));
  }

  /**
   * Read cells with these corners, in the direction of the writing. @throws Error if there is not enough memory.
   *
   * @param possible - for each cell, the numbers that it may have; any number by default
   */
  readCells(
    picture: ImageData,
    quads: readonly Corners[],
    vocabulary: Vocabulary,
    possible: readonly (readonly number[] | undefined)[],
  ): ReadCell[] {
    const module = this.#module;
    const pixels = this.#placed(picture);
    const places = module.filled(new Float64Array(quads.flat(2)), 8, 8);
    const cells = module.array(8, quads.length, CELL_FIELDS);
    const shaped = { ...places, shape: [quads.length, 4, 2] };
    const code = VOCABULARIES.indexOf(vocabulary);
    const numbers = this.#flags(possible);
    module.call('read_quads', pixels, shaped, code, numbers, module.weights, module.scratch, this.#plane, cells);
    const result = this.#rows(cells, quads.length).map(cellOf);
    module.release(places);
    module.release(numbers);
    module.release(cells);
    return result;
  }

  /** For each cell 1 for the numbers that it may have. */
  #flags(possible: readonly (readonly number[] | undefined)[]): Block {
    const block = this.#module.array(1, possible.length, NUMBERS);
    const bytes = this.#module.bytes(block);
    for (const [cell, numbers] of possible.entries()) {
      const row = bytes.subarray(cell * NUMBERS, (cell + 1) * NUMBERS).fill(numbers ? 0 : 1);
      for (const number of numbers ?? []) row[number] = 1;
    }
    return block;
  }

  #placed({ data, width, height }: ImageData): Block {
    const block = { ...this.#picture, shape: [height, width, 4] };
    this.#module.bytes(block).set(data);
    return block;
  }

  #rows(block: Block, count: number): number[][] {
    const fields = block.shape[1]!;
    const numbers = new Float64Array(this.#module.bytes(block).slice(0, count * fields * 8).buffer);
    return Array.from({ length: count }, (_, i) => [...numbers.subarray(i * fields, (i + 1) * fields)]);
  }
}

function cellOf([row, column, sure, ...numbers]: number[]): ReadCell {
  const candidates = Array.from({ length: CANDIDATES }, (_, i) => ({
    text: textOf(numbers[2 * i]!),
    probability: numbers[2 * i + 1]!,
  }));
  const corners = pointsOf(numbers.slice(2 * CANDIDATES));
  return { row: row!, column: column!, candidates, sure: sure === 1, corners };
}

const pointsOf = (numbers: number[]): Corners =>
  Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i]!, numbers[2 * i + 1]!]);

function textOf(code: number): string {
  if (code >= CIRCLED_FROM) return `(${code - CIRCLED_FROM})`;
  return code === EMPTY ? '' : code === STRUCK ? '-' : String(code);
}
