// The tables on other phones at which this device is a guest, and those that it leads for other phones.

import { loadItem, saveItem } from '../preferences/storage';

const MAX_TABLES = 20;
const GUEST = 'phones.tables';
const SEATED = 'phones.seated';
const HOSTED = 'phones.hosted';

const codes = (list: string): string[] => (loadItem(list) ?? '').split(' ').filter(Boolean);
const has = (list: string, code: string): boolean => codes(list).includes(code);

function note(list: string, code: string, isIn = true): void {
  if (has(list, code) === isIn) return;
  const others = codes(list).filter((other) => other !== code);
  saveItem(list, [...others, ...(isIn ? [code] : [])].slice(-MAX_TABLES).join(' '));
}

/** True if the table is on another phone. This device keeps a copy of what it may see. */
export const isGuestAt = (code: string): boolean => has(GUEST, code);
export const noteGuestTable = (code: string): void => note(GUEST, code);
/** From now on the copy is a table of this device. */
export const forgetGuestTable = (code: string): void => note(GUEST, code, false);

/** True if this device is a guest with a seat, who may lead the table on. */
export const hasSeatAt = (code: string): boolean => has(SEATED, code);
export const noteSeat = (code: string, hasSeat: boolean): void => note(SEATED, code, hasSeat);

/** True if other phones were invited to this table of the device. */
export const isHosted = (code: string): boolean => has(HOSTED, code);
export const noteHostedTable = (code: string): void => note(HOSTED, code);
