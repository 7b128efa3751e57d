// A module with compiled kernels of networks, and arrays in its memory.

import { readNpz, type NumberArray } from './npz';
import { instantiate, type KernelModule } from './module';

export const SLOT = 8;
/** Room for the arguments of a kernel, after which its results begin. */
const ARGUMENTS = 1024;

/** An array in the memory of the module. */
export interface Block {
  address: number;
  /** Bytes of an element. */
  item: number;
  shape: number[];
}

export class NetworkModule {
  readonly #module: KernelModule;
  readonly #slots: number;
  readonly weights: Block;
  readonly scratch: Block;

  private constructor(module: KernelModule, layers: ReturnType<typeof layersOf>) {
    this.#module = module;
    this.#slots = module.allocate(2 * ARGUMENTS);
    const values = this.filled(new Float32Array(layers.flatMap(({ values }) => values)), 4);
    const shapes = this.filled(new BigInt64Array(layers.flatMap(({ shape }) => shape.map(BigInt))), 8, 4);
    this.weights = this.array(4, this.#integer('weights_size', shapes));
    this.bytes(this.weights).fill(0);
    this.call('pack', values, shapes, this.weights);
    this.release(values);
    this.release(shapes);
    this.scratch = this.array(4, this.#integer('scratch_size'));
  }

  /** Start the module. @throws Error if a file is broken, or if there is not enough memory. */
  static async load(code: ArrayBuffer, weights: ArrayBuffer): Promise<NetworkModule> {
    return new NetworkModule(await instantiate(code), layersOf(await readNpz(weights)));
  }

  /** Allocate an array. @throws Error if there is not enough memory. */
  array(item: number, ...shape: number[]): Block {
    const address = this.#module.allocate(item * product(shape));
    if (address === 0) throw new Error('there is not enough memory to read pictures');
    return { address, item, shape };
  }

  /** Allocate an array with these numbers, with `columns` in a row. */
  filled(numbers: Float32Array | Float64Array | BigInt64Array, item: number, columns?: number): Block {
    const shape = columns ? [numbers.length / columns, columns] : [numbers.length];
    const block = this.array(item, ...shape);
    this.bytes(block).set(new Uint8Array(numbers.buffer));
    return block;
  }

  release({ address }: Block): void {
    this.#module.release(address);
  }

  /** The bytes of an array. The view is of no use after the memory has grown. */
  bytes({ address, item, shape }: Block): Uint8Array {
    return this.#module.view(address, item * product(shape));
  }

  #integer(kernel: string, ...args: Block[]): number {
    return Number(this.call(kernel, ...args).getBigInt64(0, true));
  }

  /** Call a kernel with arrays and whole numbers; the result is a view of its results. @throws Error if it fails. */
  call(kernel: string, ...args: (Block | number)[]): DataView {
    const slots = args.flatMap((arg) => (typeof arg === 'number' ? [arg] : slotsOf(arg)));
    const bytes = new Uint8Array(new BigInt64Array(slots.map(BigInt)).buffer);
    this.#module.view(this.#slots, ARGUMENTS).set(bytes);
    const status = this.#module.call(kernel, this.#slots, this.#slots + ARGUMENTS);
    if (status !== 0) throw new Error(`${kernel} failed with status ${status}`);
    const results = this.#module.view(this.#slots + ARGUMENTS, ARGUMENTS);
    return new DataView(results.buffer, results.byteOffset, results.byteLength);
  }
}

const product = (shape: number[]) => shape.reduce((size, each) => size * each, 1);

/** Numba's array: the owner, twice; the numbers of elements and of bytes in one; the data, shape and strides. */
function slotsOf({ address, item, shape }: Block): number[] {
  const strides = shape.map((_, axis) => item * product(shape.slice(axis + 1)));
  return [0, 0, product(shape), item, address, ...shape, ...strides];
}

/** The values of the layers, each with its kernel and then its biases, as `quantise` in `weights.py` stored them. */
function layersOf(arrays: Map<string, NumberArray>): { shape: number[]; values: number[] }[] {
  const layers = [];
  for (const [name, { shape, numbers }] of arrays) {
    if (!name.endsWith('/kernel')) continue;
    const layer = name.replace(/kernel$/, '');
    const scales = arrays.get(`${layer}scale`)?.numbers;
    // A scale belongs to the weights of an output, or of an input of an output.
    const share = scales ? numbers.length / scales.length : 1;
    const kernel = Array.from(numbers, (number, i) => number * (scales ? scales[Math.floor(i / share)]! : 1));
    layers.push({ shape, values: [...kernel, ...Array.from(arrays.get(`${layer}bias`)!.numbers)] });
  }
  return layers;
}
