/** Marks the place on a sheet that an action is about; returns what takes the mark away. */
export function mark(sheet: HTMLElement, action: string): () => void {
  const cells = action.match(/[a-e][1-5]/g) ?? [];
  const selectors = [`[data-action="${CSS.escape(action)}"]`, ...cells.map((cell) => `[data-cell="${cell}"]`)];
  const found = selectors
    .map((selector) => sheet.querySelector<HTMLElement>(selector))
    .filter((place) => place !== null);
  for (const place of found) place.dataset['advised'] = '';
  return () => found.forEach((place) => delete place.dataset['advised']);
}
