// The names of the people to whom this device was handed, the latest first.

import { loadData, saveData } from '../preferences/storage';

const ITEM = 'guests';
const MAX_KEPT = 6;

export function loadGuestNames(): string[] {
  const names = loadData<unknown>(ITEM, []);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}

export function saveGuestNames(names: readonly string[]): void {
  saveData(ITEM, [...new Set([...names, ...loadGuestNames()])].slice(0, MAX_KEPT));
}
