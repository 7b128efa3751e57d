// The table where this person sat last, which the home page offers to continue.

import { loadItem, saveItem } from '../preferences/storage';

export interface RecentTable {
  code: string;
  game: string;
}

export function loadRecentTable(): RecentTable | null {
  const [code, game] = loadItem('table')?.split(' ') ?? [];
  return code && game ? { code, game } : null;
}

export function saveRecentTable(code: string, game: string): void {
  saveItem('table', `${code} ${game}`);
}

export function forgetRecentTable(code: string): void {
  if (loadRecentTable()?.code === code) saveItem('table', '');
}
