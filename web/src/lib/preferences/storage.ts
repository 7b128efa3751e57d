// What this browser remembers between visits. Storage can be disabled or full; then it is remembered until the page is closed.

import { ROOT } from '../connection/addresses';

// Another Knobel on this host, below another path, has its own items.
const keyOf = (key: string) => `knobel${ROOT.slice(0, -1)}.${key}`;

const memory = new Map<string, string>();

export function loadItem(key: string): string | undefined {
  if (memory.has(key)) return memory.get(key);
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
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}
