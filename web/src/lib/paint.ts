/** So many milliseconds nothing waits for a frame: a page in the background paints none. */
const AT_LATEST = 300;

/** Do that once what was touched just now is painted. */
export function afterPaint(task: () => void): void {
  let done = false;
  const once = (): void => {
    if (!done) task();
    done = true;
  };
  setTimeout(once, document.hidden ? 0 : AT_LATEST);
  requestAnimationFrame(() => setTimeout(once));
}
