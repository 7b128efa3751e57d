import type { CoachChoice } from '../../wire';

/** The places on a sheet that an action is about. */
function placesOf(sheet: HTMLElement, action: string): HTMLElement[] {
  const cells = action.match(/[a-e][1-5]/g) ?? [];
  const selectors = [`[data-action="${CSS.escape(action)}"]`, ...cells.map((cell) => `[data-cell="${cell}"]`)];
  return selectors.map((selector) => sheet.querySelector<HTMLElement>(selector)).filter((place) => place !== null);
}

/** Marks the place on a sheet that an action is about; returns what takes the mark away. */
export function mark(sheet: HTMLElement, action: string): () => void {
  const found = placesOf(sheet, action);
  for (const place of found) place.dataset['advised'] = '';
  return () => found.forEach((place) => delete place.dataset['advised']);
}

/** Tints places by what it would be worth to choose them, the best ones most, the worst not; returns what takes the tint
 * away. */
export function tint(sheet: HTMLElement, choices: readonly CoachChoice[]): () => void {
  const worth = new Map<HTMLElement, number>();
  for (const { action, points } of choices) {
    for (const place of placesOf(sheet, action)) worth.set(place, Math.max(worth.get(place) ?? -Infinity, points));
  }
  const most = Math.max(...worth.values());
  const least = Math.min(...worth.values());
  for (const [place, points] of worth) {
    place.dataset['worth'] = '';
    place.style.setProperty('--worth', `${Math.round((100 * (points - least)) / Math.max(most - least, 0.01))}%`);
  }
  return () => {
    for (const place of worth.keys()) {
      delete place.dataset['worth'];
      place.style.removeProperty('--worth');
    }
  };
}
