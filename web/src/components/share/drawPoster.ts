// Draws the picture of a finished game.

import { mount, unmount } from 'svelte';
import { drawElement } from '../../lib/share/drawElement';
import type { PictureContent, PictureShape } from '../../lib/share/pictureContent';
import { openPosterFrame } from '../../lib/share/posterFrame';
import ResultPoster from './ResultPoster.svelte';

/**
 * Draw the picture of a finished game as a PNG.
 *
 * @param context what the component that asks for it provides to its children.
 * @throws Error if the browser cannot draw it.
 */
export async function drawPoster(
  content: PictureContent,
  shape: PictureShape,
  context: Map<unknown, unknown>,
): Promise<Blob> {
  const frame = await openPosterFrame();
  let poster: object | undefined;
  try {
    poster = mount(ResultPoster, { target: frame.body, props: { content, shape }, context });
    await frame.settle();
    const drawn = frame.body.firstElementChild as HTMLElement;
    // What is higher than wide becomes wider.
    if (shape === 'square') drawn.style.width = `${drawn.offsetHeight}px`;
    return await drawElement(drawn);
  } finally {
    if (poster) void unmount(poster);
    frame.remove();
  }
}
