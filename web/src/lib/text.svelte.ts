// How large the reader wants text to be.

/** The usual size of text, in pixels: styles say sizes as multiples of it. */
const USUAL = 16;

/** From this size on, things that lie beside one another lie below one another; styles ask for `[data-large-text]`. */
const LARGE = 1.4;

let scale = $state(1);

const ruler = document.createElement('div');
Object.assign(ruler.style, { position: 'absolute', visibility: 'hidden', width: '1rem', height: '0' });
document.documentElement.append(ruler);
new ResizeObserver(() => {
  scale = ruler.offsetWidth / USUAL || 1;
  document.documentElement.toggleAttribute('data-large-text', scale >= LARGE);
}).observe(ruler);

/** The size of text in relation to the usual one: 2 where the reader has set it to 200 %. */
export const textScale = (): number => scale;
