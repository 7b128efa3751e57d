// The snapshot of the interpreter's memory as it is stored: without empty pages, which are half of them.

const PAGE_BYTES = 65_536;
/** Another version of this program or of the browser may lay out the memory otherwise. */
const MADE_BY = 'X-Made-By';
const SIZE = 'X-Size';
/** The numbers of the pages that are stored. */
const PAGES = 'X-Pages';
/** The SHA-256 of these pages: damaged memory could end the tab. */
const DIGEST = 'X-Digest';

const maker = () => `${import.meta.url} ${navigator.userAgent}`;

const partOf = (content: Uint8Array, page: number) => content.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);

/** True if all bytes are 0, of which there is a multiple of 4. */
const isEmpty = ({ buffer, byteOffset, length }: Uint8Array) =>
  !new Int32Array(buffer, byteOffset, length / Int32Array.BYTES_PER_ELEMENT).some(Boolean);

const digestOf = async (content: BufferSource) => new Uint8Array(await crypto.subtle.digest('SHA-256', content)).join();

/** Return what is stored for a snapshot of the memory; without one, it says that snapshots do not work here. */
export async function packSnapshot(memory?: Uint8Array): Promise<Response> {
  if (!memory) return new Response(null, { headers: { [MADE_BY]: maker() } });
  const pages = [...Array(Math.ceil(memory.length / PAGE_BYTES)).keys()];
  const full = pages.filter((page) => !isEmpty(partOf(memory, page)));
  const content = new Blob(full.map((page) => partOf(memory, page) as Uint8Array<ArrayBuffer>));
  const digest = await digestOf(await content.arrayBuffer());
  return new Response(content, {
    headers: { [MADE_BY]: maker(), [SIZE]: String(memory.length), [PAGES]: full.join(), [DIGEST]: digest },
  });
}

/** True if this version of the program and of the browser has stored it. */
export const isOwn = (stored: Response) => stored.headers.get(MADE_BY) === maker();

/** Return the memory. @throws Error if it is damaged, or if snapshots do not work here. */
export async function unpackSnapshot(stored: Response): Promise<Uint8Array> {
  const content = new Uint8Array(await stored.arrayBuffer());
  const memory = new Uint8Array(Number(stored.headers.get(SIZE)));
  const pages = stored.headers.get(PAGES)?.split(',').map(Number) ?? [];
  if (stored.headers.get(DIGEST) !== (await digestOf(content))) throw new Error('no snapshot');
  pages.forEach((page, index) => memory.set(partOf(content, index), page * PAGE_BYTES));
  return memory;
}
