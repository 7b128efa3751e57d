// The tables on other phones at which this device is a guest, and those that it leads for other phones.

import { loadItem, saveItem } from '../preferences/storage';

const MAX_TABLES = 20;

/** Codes of tables. Where the browser stores nothing, they are known until the page is closed. */
class TableList {
  readonly #key: string;
  #codes: string[];

  constructor(key: string) {
    this.#key = key;
    this.#codes = (loadItem(key) ?? '').split(' ').filter(Boolean);
  }

  has = (code: string): boolean => this.#codes.includes(code);
  add = (code: string): void => this.#keep([...this.#codes.filter((other) => other !== code), code]);
  remove = (code: string): void => {
    if (this.has(code)) this.#keep(this.#codes.filter((other) => other !== code));
  };

  #keep(codes: string[]): void {
    this.#codes = codes.slice(-MAX_TABLES);
    saveItem(this.#key, this.#codes.join(' '));
  }
}

const guest = new TableList('phones.tables');
const seated = new TableList('phones.seated');
const hosted = new TableList('phones.hosted');

/** True if the table is on another phone. This device keeps a copy of what it may see. */
export const isGuestAt = guest.has;
export const noteGuestTable = guest.add;
/** From now on the copy is a table of this device. */
export const forgetGuestTable = guest.remove;

/** True if this device is a guest with a seat, who may lead the table on. */
export const hasSeatAt = seated.has;
export const noteSeat = (code: string, hasSeat: boolean): void => (hasSeat ? seated.add : seated.remove)(code);

/** True if other phones were invited to this table of the device. */
export const isHosted = hosted.has;
export const noteHostedTable = hosted.add;
