// What the workers that read pictures share: their files, and the pixels of a picture.

/** The content of a file of the page. @throws Error if it cannot be loaded. */
export async function fetched(file: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file} cannot be loaded`);
  return response.arrayBuffer();
}

/** The pixels of a picture, shrunk until no side is longer than `side`. */
export function pixelsOf(image: ImageBitmap, side: number): ImageData {
  const factor = Math.min(1, side / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(image.width * factor)),
    Math.max(1, Math.round(image.height * factor)),
  );
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
