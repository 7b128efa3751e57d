// The names of the people to whom this device was handed, the latest first.

import { loadItem, saveItem } from '../preferences/storage';

const ITEM = 'guests';
const MAX_KEPT = 6;

export function loadGuestNames(): string[] {
  try {
    const names: unknown = JSON.parse(loadItem(ITEM) ?? '[]');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

export function saveGuestNames(names: readonly string[]): void {
  saveItem(ITEM, JSON.stringify([...new Set([...names, ...loadGuestNames()])].slice(0, MAX_KEPT)));
}
