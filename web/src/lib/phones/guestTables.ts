// The tables on other phones at which this device is a guest, and those that it leads for other phones.

import { loadItem, saveItem } from '../preferences/storage';

const KEY = 'phones.tables';
const HOSTED = 'phones.hosted';
const MAX_TABLES = 20;
const load = (key: string) => (loadItem(key) ?? '').split(' ').filter(Boolean);
/** Where the browser stores nothing, they are known until the page is closed. */
let known = load(KEY);

function keep(codes: string[]): void {
  known = codes.slice(-MAX_TABLES);
  saveItem(KEY, known.join(' '));
}

/** True if the table is on another phone. This device keeps a copy of what it may see. */
export const isGuestAt = (code: string): boolean => known.includes(code);

export const noteGuestTable = (code: string): void => keep([...known.filter((other) => other !== code), code]);

/** True if other phones were invited to this table of the device. */
export const isHosted = (code: string): boolean => load(HOSTED).includes(code);

export const noteHostedTable = (code: string): void =>
  saveItem(HOSTED, [...load(HOSTED).filter((other) => other !== code), code].slice(-MAX_TABLES).join(' '));

/** From now on the copy is a table of this device. */
export const forgetGuestTable = (code: string): void => keep(known.filter((other) => other !== code));
