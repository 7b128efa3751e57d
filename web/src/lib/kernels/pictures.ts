// What the workers that read pictures share: their files, and the pixels of a picture.

/** The content of a file of the page. @throws Error if it cannot be loaded. */
export async function fetched(file: string): Promise<ArrayBuffer> {
  const response = await fetch(new URL(file, import.meta.url));
  if (!response.ok) throw new Error(`${file} cannot be loaded`);
  return response.arrayBuffer();
}

/** A part of a picture. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The pixels of a picture or of a part of it, shrunk until no side is longer than `side`. */
export function pixelsOf(image: ImageBitmap, side: number, part?: Part): ImageData {
  const { left, top, width, height } = part ?? { left: 0, top: 0, width: image.width, height: image.height };
  const factor = Math.min(1, side / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * factor)), Math.max(1, Math.round(height * factor)));
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
