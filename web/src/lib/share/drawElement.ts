// Draws an element of the page as an image.

import { toBlob } from 'html-to-image';
import display from '@fonts/display.woff2?url';
import text from '@fonts/text.woff2?url';
import hand from '../../style/hand.woff2?url';

const FONTS = { 'Knobel Text': text, 'Knobel Display': display, 'Knobel Hand': hand };

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
  'vector-effect',
  'opacity',
];

/**
 * Draw an element as a PNG.
 *
 * The element is changed and should not be used again.
 *
 * @throws Error if the browser cannot draw it.
 */
export async function drawElement(element: HTMLElement): Promise<Blob> {
  for (const part of element.querySelectorAll<SVGElement>('svg *')) {
    const style = getComputedStyle(part);
    for (const name of SVG_STYLES) part.style.setProperty(name, style.getPropertyValue(name));
  }
  const blob = await toBlob(element, { pixelRatio: SCALE, fontEmbedCSS: await embeddedFonts() });
  if (blob === null) throw new Error('the browser made no image');
  return blob;
}

/** The fonts of the page as data URLs, because an image cannot load files. */
async function embeddedFonts(): Promise<string> {
  const faces = Object.entries(FONTS).map(async ([family, url]) => {
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const source = `src: url('data:font/woff2;base64,${data}') format('woff2')`;
    return `@font-face { font-family: '${family}'; font-weight: 400 700; ${source}; }`;
  });
  return (await Promise.all(faces)).join('\n');
}
