// The reader of dice: the kernels of `knobel/vision/kernels.py` in WebAssembly, with the networks' weights.

import { instantiate, type KernelModule } from '../kernels/module';
import { readNpz, type NumberArray } from './npz';
import { SEEN_COLOURS, type Reading, type SeenDie } from './reading';

const SLOT = 8;
/** Room for the arguments of a kernel, after which its results begin. */
const ARGUMENTS = 512;
const MAX_DICE = 100;
/** The numbers of a die, in the order of `FIELDS` in `kernels.py`. */
const FIELDS = 7;
/** Room for the numbers of dice that are expected. */
const COUNTS = 2;

/** The longest side in pixels of a picture in which dice are searched. */
export const SIDE = 640;

/** An array in the memory of the module. */
interface Block {
  address: number;
  item: number;
  shape: number[];
}

export class DiceReader {
  readonly #module: KernelModule;
  readonly #slots: number;
  readonly #dice: Block;
  readonly #scratch: Block;
  readonly #weights: Block;
  readonly #picture: Block;
  readonly #counts: Block;

  private constructor(module: KernelModule, layers: ReturnType<typeof layersOf>) {
    this.#module = module;
    this.#slots = module.allocate(2 * ARGUMENTS);
    const values = this.#filled(new Float32Array(layers.flatMap(({ values }) => values)), 4);
    const shapes = this.#filled(new BigInt64Array(layers.flatMap(({ shape }) => shape.map(BigInt))), 8, 4);
    this.#weights = this.#array(4, this.#integer('weights_size', shapes));
    this.#bytes(this.#weights).fill(0);
    this.#call('pack', values, shapes, this.#weights);
    module.release(values.address);
    module.release(shapes.address);
    this.#scratch = this.#array(4, this.#integer('scratch_size'));
    this.#dice = this.#array(8, MAX_DICE, FIELDS);
    this.#picture = this.#array(1, SIDE, SIDE, 4);
    this.#counts = this.#array(8, COUNTS);
  }

  /** Start the reader. @throws Error if a file is broken, or if there is not enough memory. */
  static async load(code: ArrayBuffer, weights: ArrayBuffer): Promise<DiceReader> {
    return new DiceReader(await instantiate(code), layersOf(await readNpz(weights)));
  }

  /**
   * Read a picture, whose sides are at most `SIDE` pixels. @throws Error if there is not enough memory.
   *
   * @param counts - up to two numbers of dice that are expected
   */
  read({ data, width, height }: ImageData, counts: readonly number[] = []): Reading {
    const picture = { ...this.#picture, shape: [height, width, 4] };
    this.#bytes(picture).set(data);
    const expected = Array.from({ length: COUNTS }, (_, i) => BigInt(counts[i] ?? 0));
    this.#bytes(this.#counts).set(new Uint8Array(new BigInt64Array(expected).buffer));
    const results = this.#call('read', picture, this.#counts, this.#weights, this.#scratch, this.#dice);
    const count = Number(results.getBigInt64(0, true));
    const numbers = new Float64Array(this.#bytes(this.#dice).slice(0, count * FIELDS * 8).buffer);
    return {
      dice: Array.from({ length: count }, (_, i) => dieOf(numbers.subarray(i * FIELDS))),
      probability: results.getFloat64(SLOT, true),
      sure: results.getBigInt64(2 * SLOT, true) === 1n,
      tooSmall: results.getBigInt64(3 * SLOT, true) === 1n,
      width,
      height,
    };
  }

  #array(item: number, ...shape: number[]): Block {
    const address = this.#module.allocate(item * product(shape));
    if (address === 0) throw new Error('there is not enough memory to read dice');
    return { address, item, shape };
  }

  #filled(numbers: Float32Array | BigInt64Array, item: number, columns?: number): Block {
    const shape = columns ? [numbers.length / columns, columns] : [numbers.length];
    const block = this.#array(item, ...shape);
    this.#bytes(block).set(new Uint8Array(numbers.buffer));
    return block;
  }

  #bytes({ address, item, shape }: Block): Uint8Array {
    return this.#module.view(address, item * product(shape));
  }

  #integer(kernel: string, ...args: Block[]): number {
    return Number(this.#call(kernel, ...args).getBigInt64(0, true));
  }

  /** Call a kernel with arrays; the result is a view of its results. */
  #call(kernel: string, ...args: Block[]): DataView {
    const slots = args.flatMap(({ address, item, shape }) => {
      const strides = shape.map((_, axis) => item * product(shape.slice(axis + 1)));
      // Numba's array: the owner, twice; the numbers of elements and of bytes in one; the data, shape and strides.
      return [0, 0, product(shape), item, address, ...shape, ...strides];
    });
    const bytes = new Uint8Array(new BigInt64Array(slots.map(BigInt)).buffer);
    this.#module.view(this.#slots, ARGUMENTS).set(bytes);
    const status = this.#module.call(kernel, this.#slots, this.#slots + ARGUMENTS);
    if (status !== 0) throw new Error(`${kernel} failed with status ${status}`);
    const results = this.#module.view(this.#slots + ARGUMENTS, ARGUMENTS);
    return new DataView(results.buffer, results.byteOffset, results.byteLength);
  }
}

const product = (shape: number[]) => shape.reduce((size, each) => size * each, 1);

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

/** The values of the layers, each with its kernel and then its biases, as `quantise` in `weights.py` stored them. */
function layersOf(arrays: Map<string, NumberArray>): { shape: number[]; values: number[] }[] {
  const layers = [];
  for (const [name, { shape, numbers }] of arrays) {
    if (!name.endsWith('/kernel')) continue;
    const layer = name.replace(/kernel$/, '');
    const scales = arrays.get(`${layer}scale`)?.numbers;
    const taps = shape[2]! * shape[3]!;
    const kernel = Array.from(numbers, (number, i) => number * (scales ? scales[Math.floor(i / taps)]! : 1));
    layers.push({ shape, values: [...kernel, ...Array.from(arrays.get(`${layer}bias`)!.numbers)] });
  }
  return layers;
}
