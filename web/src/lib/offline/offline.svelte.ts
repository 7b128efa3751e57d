// Whether there is a server, and who plays on this device: its owner, and people to whom it is handed.

import type { Session, Table } from '../../wire';
import { loadItem, saveItem } from '../preferences/storage';
import { isSite } from '../connection/addresses';

/** The id of the owner of the device; further people are `you-2`, `you-3` and so on. */
export const OWNER = 'you';
const NAME = 'device_name';
const PLAYED = 'device_tables';

let on = $state(isSite);
let storageWorks = $state(true);
let engines = $state<Record<string, number | null>>({});
let person = $state<Session>({ id: OWNER, name: loadItem(NAME) ?? '', table: null, links: null, blocked: [] });

export const offline = {
  /** True if no server is in reach: then all tables are on this device. */
  get on(): boolean {
    return on;
  },
  /** False if the browser stores no tables: they are lost with the page. */
  get storageWorks(): boolean {
    return storageWorks;
  },
  /** How much of the engines is loaded, by game: a share; null if one cannot be loaded. */
  get engines(): Readonly<Record<string, number | null>> {
    return engines;
  },
  /** The person at the device, in the form of a session. */
  get person(): Session {
    return person;
  },
};

export function setStorage(works: boolean): void {
  storageWorks = works;
}

export function setEngine(game: string, share: number | null): void {
  engines = { ...engines, [game]: share };
}

export function setOffline(value: boolean): void {
  on = value || isSite;
}

/** Name the owner of the device. */
export function nameOwner(name: string): void {
  saveItem(NAME, name);
  person = { ...person, id: OWNER, name };
}

/** The name that the owner of the device chose; empty if they did not. */
export const ownerName = () => loadItem(NAME) ?? '';

/** True if a table was ever opened on this device: then its database may have some. */
export const hasDeviceTables = () => Boolean(loadItem(PLAYED));

export const noteDeviceTable = () => saveItem(PLAYED, 'yes');

/** Hand the device to a person at the table. */
export function handTo(id: string, name: string): void {
  person = { ...person, id, name };
}

/** Give the device back to its owner. */
export function takeBack(): void {
  handTo(OWNER, ownerName());
}

/** True for the people to whom this device is handed; those on other devices have other ids. */
export const isAtDevice = (person: string): boolean => /^you(-\d+)?$/.test(person);

/** True if people on other devices are at a table of this one. */
export const hostsPhones = (table: Table): boolean =>
  table.host === OWNER &&
  [...table.seats.map(({ person }) => person), ...table.watchers.map(({ id }) => id)].some(
    (person) => person !== null && !isAtDevice(person),
  );

/** The person whose action the table awaits, if it is somebody else at this device than the one who has it. */
export function nextAtDevice(table: Table, seats: readonly number[]): { id: string; name: string } | null {
  const people = table.seats.map((seat, number) => ({ seat, number }));
  const own = people.findIndex(({ seat }) => seat.person === person.id);
  if (own !== -1 && seats.includes(own)) return null;
  const inOrder = [...people.slice(own + 1), ...people.slice(0, own + 1)];
  const next = inOrder.find(
    ({ seat, number }) => seat.person !== null && isAtDevice(seat.person) && !seat.away && seats.includes(number),
  );
  return next?.seat.person ? { id: next.seat.person, name: next.seat.name } : null;
}
