// The tables of this device, in the browser's database.

import type { StoredTable } from './protocol';

const NAME = 'knobel';
const VERSION = 1;
const TABLES = 'tables';

let opened: Promise<IDBDatabase> | null = null;

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database of the browser failed'));
  });
}

function database(): Promise<IDBDatabase> {
  opened ??= openDatabase().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'code' });
    request.onsuccess = () => {
      // Another tab with a newer page must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('the database of the browser failed'));
  });
}

/** Store tables in one transaction; resolves when it is complete. */
export async function storeTables(tables: readonly StoredTable[]): Promise<void> {
  const transaction = (await database()).transaction(TABLES, 'readwrite', { durability: 'relaxed' });
  for (const table of tables) transaction.objectStore(TABLES).put({ ...table, changed: Date.now() });
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the database of the browser is full'));
  });
}

export async function loadTable(code: string): Promise<StoredTable | undefined> {
  const store = (await database()).transaction(TABLES).objectStore(TABLES);
  return promised(store.get(code) as IDBRequest<StoredTable | undefined>);
}

/** All tables, the one that changed last first; none if the browser stores nothing. */
export async function loadTables(): Promise<StoredTable[]> {
  try {
    const store = (await database()).transaction(TABLES).objectStore(TABLES);
    const found = await promised(store.getAll() as IDBRequest<StoredTable[]>);
    return found.sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  } catch {
    return [];
  }
}

export async function deleteTable(code: string): Promise<void> {
  await promised((await database()).transaction(TABLES, 'readwrite').objectStore(TABLES).delete(code));
}
