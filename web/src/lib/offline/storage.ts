// The tables of this device with the reviews of their games, in the browser's database; and reviews that this device has
// made of games at a server.

import type {
  Effects,
  StoredAnswer,
  StoredReview,
  StoredSkill,
  StoredTable,
  StoredTry,
  TableSummary,
} from './protocol';

const NAME = 'knobel';
const VERSION = 5;
const TABLES = 'tables';
const REVIEWS = 'reviews';
const SKILLS = 'skills';
const TRIES = 'tries';
const ANSWERS = 'answers';
const KEYS = {
  [TABLES]: 'code',
  [REVIEWS]: 'key',
  [SKILLS]: 'key',
  [TRIES]: 'key',
  [ANSWERS]: ['game', 'key', 'time'],
};
const MADE = 'made';
/** The number of reviews of games at a server that are kept. */
const MAX_MADE = 50;

/** A review that this device has made of a game at a server: what the coach says, and what the server is told of it. */
export interface MadeReview {
  record: string;
  /** The files of the coach and of its engine. */
  engine: string;
  review: string;
  skills: string;
  /** When it was made (ms since 1970). */
  time: number;
}

let opened: Promise<IDBDatabase> | null = null;

export function promised<T>(request: IDBRequest<T>): Promise<T> {
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
    request.onupgradeneeded = () => {
      for (const [store, keyPath] of Object.entries(KEYS)) {
        if (!request.result.objectStoreNames.contains(store)) request.result.createObjectStore(store, { keyPath });
      }
      if (!request.result.objectStoreNames.contains(MADE)) {
        request.result.createObjectStore(MADE, { keyPath: 'record' }).createIndex('time', 'time');
      }
    };
    request.onsuccess = () => {
      // Another tab with a newer page must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error ?? new Error('the database of the browser failed'));
  });
}

/** Store what a call of the Python code changed, in one transaction; resolves when it is complete. */
export async function store({
  stored,
  reviews,
  skills,
  tries,
  answers,
}: Pick<Effects, 'stored' | 'reviews' | 'skills' | 'tries' | 'answers'>): Promise<void> {
  const transaction = (await database()).transaction(Object.keys(KEYS), 'readwrite', { durability: 'relaxed' });
  for (const table of stored) transaction.objectStore(TABLES).put({ ...table, changed: Date.now() });
  for (const review of reviews) transaction.objectStore(REVIEWS).put(review);
  for (const skill of skills) transaction.objectStore(SKILLS).put(skill);
  for (const answer of answers) transaction.objectStore(ANSWERS).put(answer);
  for (const each of tries) {
    const known = transaction.objectStore(TRIES).get(each.key) as IDBRequest<StoredTry | undefined>;
    // The first result stays, also when a file has another one.
    known.onsuccess = () => {
      if (!known.result || known.result.points === null || known.result.table === each.table) {
        transaction.objectStore(TRIES).put(each);
      }
    };
  }
  // Else the browser waits until this page has heard of each request.
  if (tries.length === 0) transaction.commit();
  await completed(transaction);
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the database of the browser is full'));
  });
}

export async function loadTable(code: string): Promise<StoredTable | undefined> {
  const store = (await database()).transaction(TABLES).objectStore(TABLES);
  return promised(store.get(code) as IDBRequest<StoredTable | undefined>);
}

export async function loadReview(key: string): Promise<StoredReview | undefined> {
  const reviews = (await database()).transaction(REVIEWS).objectStore(REVIEWS);
  return promised(reviews.get(key) as IDBRequest<StoredReview | undefined>);
}

/** What is stored of the owner's play: summaries of tables by code, how well games were played, answers to exercises. */
export async function loadShelf(): Promise<{
  tables: Record<string, TableSummary>;
  skills: StoredSkill[];
  answers: StoredAnswer[];
}> {
  const transaction = (await database()).transaction([SKILLS, ANSWERS]);
  const [skills, answers] = await Promise.all([
    promised(transaction.objectStore(SKILLS).getAll() as IDBRequest<StoredSkill[]>),
    promised(transaction.objectStore(ANSWERS).getAll() as IDBRequest<StoredAnswer[]>),
  ]);
  const tables = (await loadTables()).map(({ code, summary }) => [code, summary] as const);
  return { tables: Object.fromEntries(tables), skills, answers };
}

/** The owner's first tries at deals of the day. */
export async function loadTries(): Promise<StoredTry[]> {
  const store = (await database()).transaction(TRIES).objectStore(TRIES);
  return promised(store.getAll() as IDBRequest<StoredTry[]>);
}

/** All that is stored of games on this device, by kind. */
export async function loadEverything(): Promise<Record<string, unknown[]>> {
  const transaction = (await database()).transaction(Object.keys(KEYS));
  const found = Object.keys(KEYS).map(
    async (name) => [name, await promised(transaction.objectStore(name).getAll() as IDBRequest<unknown[]>)] as const,
  );
  return Object.fromEntries(await Promise.all(found));
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

/** Delete a table, with the reviews of its games. The result of a try at a deal of the day stays. */
export async function deleteTable(code: string): Promise<void> {
  const transaction = (await database()).transaction(Object.keys(KEYS), 'readwrite');
  transaction.objectStore(TABLES).delete(code);
  const games = IDBKeyRange.bound(`${code} `, `${code} \uffff`);
  for (const reviewed of [REVIEWS, SKILLS]) transaction.objectStore(reviewed).delete(games);
  const tries = transaction.objectStore(TRIES);
  for (const each of await promised(tries.getAll() as IDBRequest<StoredTry[]>)) {
    if (each.table === code) tries.put({ ...each, table: null });
  }
  await completed(transaction);
}

export async function loadMadeReview(record: string): Promise<MadeReview | undefined> {
  const made = (await database()).transaction(MADE).objectStore(MADE);
  return promised(made.get(record) as IDBRequest<MadeReview | undefined>);
}

/** Store a review of a game at a server, instead of the oldest ones if there are too many. */
export async function storeMadeReview(review: MadeReview): Promise<void> {
  const transaction = (await database()).transaction(MADE, 'readwrite', { durability: 'relaxed' });
  const made = transaction.objectStore(MADE);
  made.put(review);
  const oldest = await promised(made.index('time').getAllKeys());
  for (const record of oldest.slice(0, -MAX_MADE)) made.delete(record);
  await completed(transaction);
}

export async function deleteMadeReviews(): Promise<void> {
  const transaction = (await database()).transaction(MADE, 'readwrite');
  transaction.objectStore(MADE).clear();
  await completed(transaction);
}
