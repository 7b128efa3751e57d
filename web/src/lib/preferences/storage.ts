// What this browser remembers between visits. Storage can be disabled; then nothing is remembered.

import { ROOT } from '../connection/addresses';

// Another Knobel on this host, below another path, has its own items.
const keyOf = (key: string) => `knobel${ROOT.slice(0, -1)}.${key}`;

export function loadItem(key: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** What was stored as JSON; something else if there is nothing, or nothing that can be read. */
export function loadData<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(loadItem(key) ?? '') as T;
  } catch {
    return otherwise;
  }
}

export const saveData = (key: string, data: unknown): void => saveItem(key, JSON.stringify(data));

export function saveItem(key: string, value: string): void {
  try {
    localStorage.setItem(keyOf(key), value);
  } catch {
    return;
  }
}
