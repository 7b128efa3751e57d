import { gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { loadEngine } from '../src/lib/offline/engine';

/** A module with a memory of one page, `allocate` that returns its argument plus 8, and `release`. */
const MODULE = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[1, 10, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 1, 0x7f, 0],
  ...[3, 3, 2, 0, 1],
  ...[5, 3, 1, 0, 1],
  ...[7, 31, 3, 6, ...Buffer.from('memory'), 2, 0, 8, ...Buffer.from('allocate'), 0, 0],
  ...[7, ...Buffer.from('release'), 0, 1],
  ...[10, 12, 2, 7, 0, 0x20, 0, 0x41, 8, 0x6a, 0x0b, 2, 0, 0x0b],
]);

const HEADER = '{"stamp":"ä","planes":[[1,6,2]]}';
/** One byte, and three numbers of two bytes. */
const SPLIT = [9, 1, 2, 3, 250, 251, 252];
const CONTENT = [9, 1, 250, 2, 251, 3, 252];

function image(): Uint8Array {
  const header = Buffer.from(HEADER);
  const size = Buffer.alloc(8);
  size.writeUInt32LE(header.length);
  return Buffer.concat([size, header, Buffer.from(SPLIT)]);
}

function serve(files: Record<string, Uint8Array>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const file = files[url];
    if (!file) return new Response(null, { status: 404 });
    const body = gzipSync(file);
    return new Response(body, { headers: { 'content-length': String(body.length) } });
  });
}

afterEach(() => vi.unstubAllGlobals());

test('an image is written into the memory of the module', async () => {
  serve({ m: MODULE, i: image() });
  const shares: number[] = [];
  const { module, header, content } = await loadEngine({ module: 'm', image: 'i', coach: 'c' }, (share) =>
    shares.push(share),
  );
  expect(header).toBe(HEADER);
  expect(content).toBe(CONTENT.length + 8);
  expect([...module.view(content, CONTENT.length)]).toEqual(CONTENT);
  expect(shares.at(-1)).toBe(1);
});

test('a missing file is an error', async () => {
  serve({ m: MODULE });
  await expect(loadEngine({ module: 'm', image: 'i', coach: 'c' }, () => undefined)).rejects.toThrow(
    'cannot be loaded',
  );
});
