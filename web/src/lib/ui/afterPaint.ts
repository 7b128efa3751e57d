/** A page in the background paints no frames; tasks run after this time there. */
const MAX_DELAY_MS = 300;

/** Run a task after the next paint, so that it does not delay the response to a tap. */
export function afterPaint(task: () => void): void {
  let done = false;
  const runOnce = (): void => {
    if (done) return;
    done = true;
    task();
  };
  setTimeout(runOnce, document.hidden ? 0 : MAX_DELAY_MS);
  requestAnimationFrame(() => setTimeout(runOnce));
}
