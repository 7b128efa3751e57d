// Requests that only the device answers.

import type { NewTable, Opened } from '../../wire';
import { askDevice } from '../connection/client';
import { offline, ownerName } from './offline.svelte';

/** Open a table on this device, with further people who play on it. */
export async function openDeviceTable(table: NewTable, guests: readonly string[]): Promise<Opened> {
  const body = { ...table, name: offline.person.name, guests };
  return (await askDevice('POST /api/tables', { body })).json() as Promise<Opened>;
}

/** The file with all that is stored on this device. */
export async function writeDeviceFile(): Promise<string> {
  return (await askDevice('GET /api/device-file', { query: { name: ownerName() } })).text();
}

/** How many tables and games of a file were new, were there already, and were refused. */
export interface Brought {
  stored: number;
  known: number;
  refused: number;
}

/** Bring what a file has to this device. @throws ApiError if it is another kind of file. */
export async function readDeviceFile(text: string): Promise<Brought> {
  return (await askDevice('POST /api/device-file', { body: text })).json() as Promise<Brought>;
}
