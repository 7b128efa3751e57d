// The reader of dice: the kernels of `knobel/vision/dice/kernels.py` in WebAssembly, with the networks' weights.

import { NetworkModule, SLOT, type Block } from '../kernels/networkModule';
import { SEEN_COLOURS, type Reading, type SeenDie } from './reading';

const MAX_DICE = 100;
/** The numbers of a die, in the order of `FIELDS` in `kernels.py`. */
const FIELDS = 7;
/** Room for the numbers of dice that are expected. */
const COUNTS = 2;

/** The longest side in pixels of a picture in which dice are searched. */
export const SIDE = 640;

export class DiceReader {
  readonly #module: NetworkModule;
  readonly #dice: Block;
  readonly #picture: Block;
  readonly #counts: Block;

  private constructor(module: NetworkModule) {
    this.#module = module;
    this.#dice = module.array(8, MAX_DICE, FIELDS);
    this.#picture = module.array(1, SIDE, SIDE, 4);
    this.#counts = module.array(8, COUNTS);
  }

  /** Start the reader. @throws Error if a file is broken, or if there is not enough memory. */
  static async load(code: ArrayBuffer, weights: ArrayBuffer): Promise<DiceReader> {
    return new DiceReader(await NetworkModule.load(code, weights));
  }

  /**
   * Read a picture, whose sides are at most `SIDE` pixels. @throws Error if there is not enough memory.
   *
   * @param counts - up to two numbers of dice that are expected
   */
  read({ data, width, height }: ImageData, counts: readonly number[] = []): Reading {
    const module = this.#module;
    const picture = { ...this.#picture, shape: [height, width, 4] };
    module.bytes(picture).set(data);
    const expected = Array.from({ length: COUNTS }, (_, i) => BigInt(counts[i] ?? 0));
    module.bytes(this.#counts).set(new Uint8Array(new BigInt64Array(expected).buffer));
    const results = module.call('read', picture, this.#counts, module.weights, module.scratch, this.#dice);
    const count = Number(results.getBigInt64(0, true));
    const numbers = new Float64Array(module.bytes(this.#dice).slice(0, count * FIELDS * 8).buffer);
    return {
      dice: Array.from({ length: count }, (_, i) => dieOf(numbers.subarray(i * FIELDS))),
      probability: results.getFloat64(SLOT, true),
      sure: results.getBigInt64(2 * SLOT, true) === 1n,
      tooSmall: results.getBigInt64(3 * SLOT, true) === 1n,
      width,
      height,
    };
  }
}

function dieOf([y, x, size, value, probability, colour, colourProbability]: Float64Array): SeenDie {
  return {
    x: x!,
    y: y!,
    size: size!,
    value: value!,
    probability: probability!,
    colour: SEEN_COLOURS[colour!]!,
    colourProbability: colourProbability!,
  };
}
