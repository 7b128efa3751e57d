import type { CoachChoice } from '../../wire';

/** The elements of a sheet that an action concerns. */
function placesOf(sheet: HTMLElement, action: string): HTMLElement[] {
  const cells = action.match(/[a-e][1-5]/g) ?? [];
  const selectors = [`[data-action="${CSS.escape(action)}"]`, ...cells.map((cell) => `[data-cell="${cell}"]`)];
  return selectors.map((selector) => sheet.querySelector<HTMLElement>(selector)).filter((place) => place !== null);
}

/** Mark the places of an action on a sheet; returns a function that removes the marks. */
export function markAction(sheet: HTMLElement, action: string): () => void {
  const found = placesOf(sheet, action);
  for (const place of found) place.dataset['advised'] = '';
  return () => found.forEach((place) => delete place.dataset['advised']);
}

/** Tint the places of choices by their points, the best one most; returns a function that removes the tint. */
export function tintChoices(sheet: HTMLElement, choices: readonly CoachChoice[]): () => void {
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
