// What this device keeps to connect again without a code, after a page was loaded again: its certificate, and what it
// and the others have agreed on.

import { promised } from '../offline/storage';
import type { Credentials, Local } from './description';

/** A connection that was agreed on: what this device says of itself, and what the other one has said. */
export interface Spare {
  own: Credentials;
  other: Local;
}

const NAME = 'knobel.phones';
const CERTIFICATE = 'certificate';
const SPARES = 'spares';

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const store of [CERTIFICATE, SPARES]) request.result.createObjectStore(store);
  };
  return (opened = promised(request));
}

async function store(name: string, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(name, mode).objectStore(name);
}

let certificate: Promise<RTCCertificate> | null = null;

async function keptCertificate(): Promise<RTCCertificate> {
  const kept = await store(CERTIFICATE, 'readonly')
    .then((found) => promised(found.get(0) as IDBRequest<RTCCertificate | undefined>))
    .catch(() => undefined);
  if (kept && kept.expires > Date.now()) return kept;
  const made = await RTCPeerConnection.generateCertificate({ name: 'ECDSA', namedCurve: 'P-256' } as EcKeyGenParams);
  await store(CERTIFICATE, 'readwrite')
    .then((found) => promised(found.put(made, 0)))
    .catch(() => undefined);
  return made;
}

/** The certificate of this device. Where the browser stores nothing, it is another one after each load of the page. */
export const ownCertificate = (): Promise<RTCCertificate> => (certificate ??= keptCertificate());

const keyOf = (table: string, other: string) => `${table} ${other}`;

/** Keep what was agreed on with another device at a table; nothing happens where the browser stores nothing. */
export async function keepSpare(table: string, other: string, spare: Spare): Promise<void> {
  await store(SPARES, 'readwrite')
    .then((found) => promised(found.put(spare, keyOf(table, other))))
    .catch(() => undefined);
}

/** What was agreed on with the other devices at a table, with their ids. */
export async function keptSpares(table: string): Promise<[id: string, spare: Spare][]> {
  const range = IDBKeyRange.bound(keyOf(table, ''), keyOf(table, '\uffff'));
  try {
    const spares = await store(SPARES, 'readonly');
    const found = [promised(spares.getAllKeys(range)), promised(spares.getAll(range) as IDBRequest<Spare[]>)] as const;
    const [keys, values] = await Promise.all(found);
    return values.map((spare, i) => [String(keys[i]).slice(keyOf(table, '').length), spare]);
  } catch {
    return [];
  }
}

/** The hash of the own certificate, in hexadecimal. */
export async function ownFingerprint(): Promise<string> {
  const hashes = (await ownCertificate()).getFingerprints();
  return (
    hashes
      .find(({ algorithm }) => algorithm === 'sha-256')
      ?.value?.replaceAll(':', '')
      .toLowerCase() ?? ''
  );
}
