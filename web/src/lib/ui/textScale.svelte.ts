// The text size that the reader has set in the browser.

/** The default text size in pixels; styles give sizes as multiples of it. */
const DEFAULT_SIZE = 16;

/** From this scale on, elements are stacked instead of side by side; styles select `[data-large-text]`. */
const LARGE_SCALE = 1.4;

let scale = $state(1);

const ruler = document.createElement('div');
Object.assign(ruler.style, { position: 'absolute', visibility: 'hidden', width: '1rem', height: '0' });
document.documentElement.append(ruler);
new ResizeObserver(() => {
  scale = ruler.offsetWidth / DEFAULT_SIZE || 1;
  document.documentElement.toggleAttribute('data-large-text', scale >= LARGE_SCALE);
}).observe(ruler);

/** The text size relative to the default: 2 for 200 %. */
export const textScale = (): number => scale;
