import { expect, test, vi } from 'vitest';
import { isOwn, packSnapshot, unpackSnapshot } from '../src/lib/offline/snapshot';

/** Eleven pages and a part of one, of which three have content. */
function memory(): Uint8Array {
  const made = new Uint8Array(11 * 65_536 + 400);
  for (const place of [0, 5 * 65_536 + 65_535, 11 * 65_536 + 399]) made[place] = 7;
  return made;
}

test('memory is stored without its empty pages', async () => {
  const stored = await packSnapshot(memory());
  expect((await stored.clone().arrayBuffer()).byteLength).toBe(2 * 65_536 + 400);
  expect(await unpackSnapshot(stored)).toEqual(memory());
});

test('what is damaged, or says that snapshots do not work, is refused', async () => {
  const { headers } = await packSnapshot(memory());
  const damaged = new Response('else', { headers });
  await expect(unpackSnapshot(damaged)).rejects.toThrow('no snapshot');
  await expect(unpackSnapshot(await packSnapshot())).rejects.toThrow('no snapshot');
});

test('a snapshot of another browser is none', async () => {
  const stored = await packSnapshot(memory());
  expect(isOwn(stored)).toBe(true);
  vi.stubGlobal('navigator', { userAgent: 'Another/2.0' });
  expect(isOwn(stored)).toBe(false);
});
