// A document of its own for the picture to share: what it shows depends on neither the page around it, nor the size of
// the window, nor the size of the text.

/** Wide enough for the largest picture, and for every style of large windows. */
const [WIDTH, HEIGHT] = [1280, 1600];

/** A document with the style sheets of the page, which is laid out but not visible. */
export interface PosterFrame {
  readonly body: HTMLElement;
  /** Wait for the fonts and the layout, and end all animations: only the current frame is drawn. */
  settle: () => Promise<void>;
  remove: () => void;
}

/** Open the document after its style sheets have loaded. */
export async function openPosterFrame(): Promise<PosterFrame> {
  const frame = document.createElement('iframe');
  frame.inert = true;
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  Object.assign(frame.style, { position: 'fixed', top: '0', left: '0', visibility: 'hidden' });
  Object.assign(frame, { width: String(WIDTH), height: String(HEIGHT) });
  document.body.append(frame);
  const inner = frame.contentDocument!;
  inner.documentElement.lang = document.documentElement.lang;
  inner.documentElement.dataset['theme'] = 'light';
  // The text size of the reader is for the page.
  inner.documentElement.style.fontSize = '16px';
  await Promise.all(
    Array.from(document.querySelectorAll('link[rel=stylesheet], style'), (style) => copy(style, inner)),
  );
  return {
    body: inner.body,
    async settle() {
      // In the first frame components measure their size, and the layout requests the fonts.
      for (let frames = 0; frames < 2; frames += 1)
        await new Promise((done) => frame.contentWindow!.requestAnimationFrame(done));
      await inner.fonts.ready;
      for (const animation of inner.getAnimations()) {
        if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
        else animation.finish();
      }
    },
    remove: () => frame.remove(),
  };
}

/** Copy a style sheet into another document, and wait until it has loaded or failed. */
async function copy(style: Element, target: Document): Promise<void> {
  const copied = target.importNode(style, true);
  const loaded = new Promise((done) => {
    copied.addEventListener('load', done);
    copied.addEventListener('error', done);
  });
  target.head.append(copied);
  if (copied.localName === 'link') await loaded;
}
