// Addresses of cups.

/** The path of a cup's page; `link` is its code, and the key if it has one. */
export const cupPath = (link: string): string => `/cup/${link}`;

/** The code of the cup whose deal is played at a table; null for other tables. */
export function cupOfDeal(deal: string): string | null {
  return /^([A-Z]{5})\/\d+$/.exec(deal)?.[1] ?? null;
}
