// A WebAssembly module with compiled kernels, and its memory.

export interface KernelModule {
  /** Call a kernel with the addresses of its slots; the result is its status, 0 if all is well. */
  call: (kernel: string, args: number, results: number) => number;
  /** The address of new memory, 0 if there is none. */
  allocate: (size: number) => number;
  release: (address: number) => void;
  /** Bytes of the memory. The view is of no use after the memory has grown. */
  view: (address: number, size: number) => Uint8Array;
}

/** The status of a kernel that could not go on, in place of those that it returns. */
const TRAPPED = -1;

/** Compile and start a module. @throws Error if it is broken. */
export async function instantiate(code: ArrayBuffer): Promise<KernelModule> {
  const { instance } = await WebAssembly.instantiate(code);
  const functions = instance.exports as Record<string, (...values: number[]) => number>;
  const memory = instance.exports.memory as WebAssembly.Memory;
  return {
    call: (kernel, args, results) => {
      try {
        return functions[kernel]!(args, results);
      } catch {
        return TRAPPED;
      }
    },
    // Addresses are unsigned.
    allocate: (size) => functions.allocate!(size) >>> 0,
    release: (address) => void functions.release!(address),
    // The buffer is another one after the memory has grown.
    view: (address, size) => new Uint8Array(memory.buffer, address, size),
  };
}
