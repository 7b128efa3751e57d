// Saves an element of the page as an image.

import font from '../../style/hand.woff2?url';

/** Pixels of the image per pixel of the page. */
const SCALE = 2;

/** Properties that drawings get from style sheets; the library does not copy them. */
const SVG_STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-dasharray',
  'opacity',
];

/**
 * Save an element as an image: with the device's share dialog if there is one, otherwise as a download.
 *
 * The element is changed and should not be used again.
 *
 * @throws Error if the browser cannot draw it.
 */
export async function saveAsImage(element: HTMLElement, name: string): Promise<void> {
  // Few players need the library, so it is loaded on demand.
  const { toBlob } = await import('html-to-image');
  for (const part of element.querySelectorAll<SVGElement>('svg *')) {
    const style = getComputedStyle(part);
    for (const name of SVG_STYLES) part.style.setProperty(name, style.getPropertyValue(name));
  }
  const blob = await toBlob(element, { pixelRatio: SCALE, fontEmbedCSS: await embeddedFont() });
  if (blob === null) throw new Error('the browser made no image');
  await shareOrDownload(blob, name);
}

/** Share a file with the device's share dialog if there is one, otherwise download it. */
export async function shareOrDownload(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // The person closed the share dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return;
  }
  downloadBlob(file, name);
}

export function downloadBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The font of the sheets as a data URL, because an image cannot load files. */
async function embeddedFont(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(font)).arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `@font-face { font-family: 'Knobel Hand'; src: url('data:font/woff2;base64,${data}') format('woff2'); }`;
}
