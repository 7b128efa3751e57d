// The tables on other phones at which this device is a guest.

import { loadItem, saveItem } from '../preferences/storage';

const KEY = 'phones.tables';
const MAX_TABLES = 20;
/** Where the browser stores nothing, they are known until the page is closed. */
let known = (loadItem(KEY) ?? '').split(' ').filter(Boolean);

function keep(codes: string[]): void {
  known = codes.slice(-MAX_TABLES);
  saveItem(KEY, known.join(' '));
}

/** True if the table is on another phone. This device keeps a copy of what it may see. */
export const isGuestAt = (code: string): boolean => known.includes(code);

export const noteGuestTable = (code: string): void => keep([...known.filter((other) => other !== code), code]);

/** From now on the copy is a table of this device. */
export const forgetGuestTable = (code: string): void => keep(known.filter((other) => other !== code));
