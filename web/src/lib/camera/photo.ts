// A photo in place of the live picture.

/** The longest side in pixels of a photo that is kept, by default: a larger one would take hundreds of megabytes. */
const LONGEST = 1280;

/** Why a file cannot be read: its format, which few browsers decode, or it is no picture. */
export type PhotoProblem = 'heic' | 'no_picture';

const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];
/** Room for the brands of a file, of which it names few. */
const HEADER_BYTES = 256;

/** What is wrong with a file that `loadPhoto` refused. */
export const problemOf = async (file: Blob): Promise<PhotoProblem> => ((await isHeic(file)) ? 'heic' : 'no_picture');

/** True if a file has the format HEIC (`is_heic` in `photos.py`). */
async function isHeic(file: Blob): Promise<boolean> {
  const header = await file
    .slice(0, HEADER_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const text = (start: number) => String.fromCharCode(...new Uint8Array(header).subarray(start, start + 4));
  if (text(4) !== 'ftyp') return false;
  const size = Math.min(new DataView(header).getUint32(0), header.byteLength);
  for (let at = 8; at < size; at += 4) if (HEIC_BRANDS.includes(text(at))) return true;
  return false;
}

/** Decode a photo, upright, and shrink its longest side to this number of pixels. @throws DOMException if it is no picture, or a broken one. */
export async function loadPhoto(file: Blob, longest = LONGEST): Promise<ImageBitmap> {
  const photo = await createImageBitmap(file);
  const factor = longest / Math.max(photo.width, photo.height);
  if (factor >= 1) return photo;
  const [resizeWidth, resizeHeight] = [photo.width, photo.height].map((side) => Math.max(1, Math.round(side * factor)));
  try {
    return await createImageBitmap(photo, {
      resizeWidth: resizeWidth!,
      resizeHeight: resizeHeight!,
      resizeQuality: 'high',
    });
  } finally {
    photo.close();
  }
}
