// Keys that play.

/** Whether a key is pressed for the game: not with a modifier that makes it the browser's, nor while one writes. */
export function isForTheGame({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const writing = (target as HTMLElement).closest('input, textarea, select, [contenteditable], dialog');
  return !altKey && !ctrlKey && !metaKey && !writing;
}
