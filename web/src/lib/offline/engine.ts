// An engine's kernels in the worker: a WebAssembly module with a memory of its own, and the image of its arrays.

import { instantiate, type KernelModule } from '../kernels/module';

/** The addresses of an engine's files, in a list of files relative to the page (`knobel.engines.wasm.image`). */
export interface EngineFiles {
  module: string;
  image: string;
  /** An archive with the Python modules of the coach, the same for all games. */
  coach: string;
}

export interface LoadedEngine {
  /** What the Python code uses (`PageModule` in `knobel/offline/engines.py`). */
  module: KernelModule;
  header: string;
  /** The address of the image's content. */
  content: number;
}

const SIZE_BYTES = 8;

/** An array whose numbers are split in the image: its address, its size in bytes, and the bytes of a number. */
type Planes = [start: number, size: number, parts: number];

/** Load an engine; `onprogress` gets the share that has arrived. @throws Error if a file cannot be loaded. */
export async function loadEngine(files: EngineFiles, onprogress: (share: number) => void): Promise<LoadedEngine> {
  const code = await fetchDecompressed(files.module);
  const image = await fetchDecompressed(files.image, onprogress);
  const module = await instantiate(code);
  const headerSize = new DataView(image).getUint32(0, true);
  const content = new Uint8Array(image, SIZE_BYTES + headerSize);
  const address = module.allocate(content.length);
  if (address === 0) throw new Error('there is not enough memory for the engine');
  const header = new TextDecoder().decode(new Uint8Array(image, SIZE_BYTES, headerSize));
  const { planes } = JSON.parse(header) as { planes: Planes[] };
  const memory = module.view(address, content.length);
  memory.set(content);
  for (const part of planes) joinPlanes(content, memory, part);
  return { module, header, content: address };
}

/** Join the numbers of an array: the image has the first bytes of all numbers, then the second bytes, and so on. */
function joinPlanes(split: Uint8Array, joined: Uint8Array, [start, size, parts]: Planes): void {
  const count = size / parts;
  for (let part = 0; part < parts; part += 1) {
    let from = start + part * count;
    for (let to = start + part; to < start + size; to += parts) joined[to] = split[from++]!;
  }
}

/** The files are compressed when they are written, because some hosts do not compress. */
export async function fetchDecompressed(url: string, onprogress?: (share: number) => void): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url} cannot be loaded`);
  const total = Number(response.headers.get('content-length'));
  let arrived = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      arrived += part.length;
      if (total > 0) onprogress?.(Math.min(arrived / total, 1));
      controller.enqueue(part);
    },
  });
  const content = response.body.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'));
  return new Response(content).arrayBuffer();
}
