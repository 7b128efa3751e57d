// Who this device is at a table with other phones. Each table knows it under another id, whose secret only the hosts of
// that table get: so nobody can take the seat of another device, not even the host of another table.

import { loadItem, saveItem } from '../preferences/storage';
import { hashText, hexOf } from '../records/sha256';

const KEY = 'phones.secret';
const SECRET_BYTES = 16;
/** As in `knobel.offline.guests`. */
const PREFIX = 'phone-';
const ID_LENGTH = 20;

/** What this device shows the host of a table, to be the same guest when it returns. */
export function secretFor(table: string): Promise<string> {
  const secret = loadItem(KEY) ?? hexOf(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  saveItem(KEY, secret);
  return hashText(`${secret} ${table}`);
}

/** The id of the device that shows this secret. */
export const idOf = async (shown: string): Promise<string> => PREFIX + (await hashText(shown)).slice(0, ID_LENGTH);

/** The id of this device at a table. */
export const ownId = async (table: string): Promise<string> => idOf(await secretFor(table));
