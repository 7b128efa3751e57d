// Arrays of numbers in a file of NumPy (`.npz`, a zip archive).

export interface NumberArray {
  shape: number[];
  numbers: ArrayLike<number>;
}

const CENTRAL_END = 22;
const DEFLATED = 8;

/** Read the arrays of numbers of a file by name, in their order. @throws Error if it is broken. */
export async function readNpz(file: ArrayBuffer): Promise<Map<string, NumberArray>> {
  const view = new DataView(file);
  const end = file.byteLength - CENTRAL_END;
  const arrays = new Map<string, NumberArray>();
  let entry = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((at) => view.getUint16(entry + at, true)) as [
      number,
      number,
      number,
    ];
    const local = view.getUint32(entry + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const stored = new Uint8Array(file, start, view.getUint32(entry + 20, true));
    const content = view.getUint16(entry + 10, true) === DEFLATED ? await inflated(stored) : stored.slice().buffer;
    const path = new TextDecoder().decode(new Uint8Array(file, entry + 46, name));
    arrays.set(path.replace(/[.]npy$/, ''), readNpy(content));
    entry += 46 + name + extra + comment;
  }
  return arrays;
}

const inflated = (bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();

function readNpy(content: ArrayBuffer): NumberArray {
  const start = 10 + new DataView(content).getUint16(8, true);
  const header = new TextDecoder().decode(new Uint8Array(content, 10, start - 10));
  const code = /'descr': '([^']*)'/.exec(header)?.[1] ?? '';
  const shape = (/'shape': \(([^)]*)\)/.exec(header)?.[1] ?? '').split(',').filter((size) => size.trim());
  return { shape: shape.map(Number), numbers: numbersOf(content.slice(start), code) };
}

function numbersOf(bytes: ArrayBuffer, code: string): ArrayLike<number> {
  switch (code) {
    case '<f4':
      return new Float32Array(bytes);
    case '<f2':
      return Float32Array.from(new Uint16Array(bytes), half);
    case '|i1':
      return new Int8Array(bytes);
    default:
      return new Uint8Array(bytes);
  }
}

/** The value of a floating-point number of 16 bits. */
function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const digits = bits & 1023;
  const size = exponent === 0 ? digits * 2 ** -24 : (1024 + digits) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}
