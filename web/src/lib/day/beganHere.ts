// Who has begun a deal of the day on this device: whoever plays after another person may know the dice.

import { loadData, saveData } from '../preferences/storage';

const ITEM = 'deals';
/** The number of deals that are remembered: more than those of two days. */
const MOST = 12;

function load(): [string, string][] {
  const found = loadData<unknown>(ITEM, []);
  return Array.isArray(found) ? (found as [string, string][]) : [];
}

/** True if a person other than this one began the deal on this device. */
export function beganByOther(deal: string, person: string): boolean {
  return load().some(([other, who]) => other === deal && who !== person);
}

/** Remember that a person began a deal on this device. */
export function rememberBegun(deal: string, person: string): void {
  const known = load();
  if (!known.some(([other, who]) => other === deal && who === person))
    saveData(ITEM, [...known, [deal, person]].slice(-MOST));
}
