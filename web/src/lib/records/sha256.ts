// SHA-256 and HMAC of bytes and texts: of the browser, or of a library where the page has no HTTPS, because browsers then offer none.

type Bytes = Uint8Array<ArrayBuffer>;

export async function sha256(bytes: Bytes): Promise<Bytes> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const library = await import('@noble/hashes/sha2.js');
  return library.sha256(bytes) as Bytes;
}

export const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hexOf = (bytes: Iterable<number>) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The hash of a text, or of the bytes that a hexadecimal text stands for. */
export const hashText = async (text: string) => hexOf(await sha256(new TextEncoder().encode(text)));
export const hashHex = async (hex: string) => hexOf(await sha256(bytesOf(hex)));

/** A function that computes the HMAC-SHA256 of a message with this key. */
export async function hmacSha256(key: Bytes): Promise<(message: Bytes) => Promise<Bytes>> {
  if (crypto.subtle) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
    return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
  }
  const [{ hmac }, library] = await Promise.all([import('@noble/hashes/hmac.js'), import('@noble/hashes/sha2.js')]);
  return async (message) => hmac(library.sha256, key, message) as Bytes;
}
