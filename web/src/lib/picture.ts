// An element of the page as a picture, made in the browser.

import hand from '../style/hand.woff2?url';

/** Pixels of the picture for one of the page. */
const SCALE = 2;

/** What drawings get from style sheets, which the library forgets. */
const DRAWN = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity'];

/**
 * Save an element as a picture: where pictures can be shared, the person chooses with whom; elsewhere it is downloaded.
 *
 * The element is changed for it and should not be used again.
 *
 * :throws: if the browser cannot draw it.
 */
export async function savePicture(element: HTMLElement, name: string): Promise<void> {
  // Asked for by few, so it is loaded when it is.
  const { toBlob } = await import('html-to-image');
  for (const part of element.querySelectorAll<SVGElement>('svg *')) {
    const style = getComputedStyle(part);
    for (const name of DRAWN) part.style.setProperty(name, style.getPropertyValue(name));
  }
  const blob = await toBlob(element, { pixelRatio: SCALE, fontEmbedCSS: await handwriting() });
  if (blob === null) throw new Error('no picture');
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // Whoever closes the dialog wants no picture.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The sheets' font in a form that needs no address: a picture can load nothing. */
async function handwriting(): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(hand)).arrayBuffer());
  const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return `@font-face { font-family: 'Knobel Hand'; src: url('data:font/woff2;base64,${data}') format('woff2'); }`;
}
