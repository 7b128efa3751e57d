// The table at which one sat last, to return to it from the home page.

import { remember, remembered } from './memory';

export interface Recent {
  code: string;
  game: string;
}

export function recentTable(): Recent | null {
  const [code, game] = remembered('table')?.split(' ') ?? [];
  return code && game ? { code, game } : null;
}

export function rememberTable(code: string, game: string): void {
  remember('table', `${code} ${game}`);
}

export function forgetTable(code: string): void {
  if (recentTable()?.code === code) remember('table', '');
}
