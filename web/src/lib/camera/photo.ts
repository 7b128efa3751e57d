// A photo in place of the live picture.

/** The longest side in pixels of a photo that is kept: a larger one would take hundreds of megabytes. */
const LONGEST = 1280;

/** Decode a photo, upright, and shrink it to `LONGEST`. @throws DOMException if it is no picture, or a broken one. */
export async function loadPhoto(file: Blob): Promise<ImageBitmap> {
  const photo = await createImageBitmap(file);
  const factor = LONGEST / Math.max(photo.width, photo.height);
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
