// What this device keeps to connect again without a code, after a page was loaded again: its certificate, and what it
// and the others have agreed on.

import { promised } from '../offline/storage';
import { loadData, saveData } from '../preferences/storage';
import { readSdp, type Credentials, type Local } from './description';

/** A connection that was agreed on: what this device says of itself, and what the other one has said. */
export interface Spare {
  own: Credentials;
  other: Local;
}

const NAME = 'knobel.phones';
const CERTIFICATE = 'certificate';
const SPARES = 'phones.spares';
const MAX_TABLES = 10;

async function certificates(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(CERTIFICATE);
  return (await promised(request)).transaction(CERTIFICATE, mode).objectStore(CERTIFICATE);
}

let certificate: Promise<RTCCertificate> | null = null;

async function keptCertificate(): Promise<RTCCertificate> {
  const kept = await certificates('readonly')
    .then((found) => promised(found.get(0) as IDBRequest<RTCCertificate | undefined>))
    .catch(() => undefined);
  if (kept && kept.expires > Date.now()) return kept;
  const made = await RTCPeerConnection.generateCertificate({ name: 'ECDSA', namedCurve: 'P-256' } as EcKeyGenParams);
  await certificates('readwrite')
    .then((found) => promised(found.put(made, 0)))
    .catch(() => undefined);
  return made;
}

/** The certificate of this device. Where the browser stores nothing, it is another one after each load of the page. */
export function ownCertificate(): Promise<RTCCertificate> {
  certificate ??= keptCertificate().catch((error: unknown) => {
    certificate = null;
    throw error;
  });
  return certificate;
}

/** The hash of the own certificate, in hexadecimal. */
export async function ownFingerprint(): Promise<string> {
  const connection = new RTCPeerConnection({ certificates: [await ownCertificate()] });
  connection.createDataChannel('');
  const { sdp = '' } = await connection.createOffer();
  connection.close();
  return readSdp(sdp).fingerprint;
}

const spares = () => loadData<Record<string, Record<string, Spare>>>(SPARES, {});

/** Where a guest keeps what it has agreed on with the host of a table; a host keeps the same for guests by the table. */
export const atHost = (table: string): string => `${table}!`;

/** Keep what was agreed on with the other devices at a table; nothing happens where the browser stores nothing. */
export function keepSpares(table: string, agreed: Record<string, Spare>): void {
  const { [table]: _, ...rest } = spares();
  const tables = Object.entries({ ...rest, [table]: agreed });
  saveData(SPARES, Object.fromEntries(tables.slice(-MAX_TABLES)));
}

/** What was agreed on with the other devices at a table, by their ids. */
export const keptSpares = (table: string): Record<string, Spare> => spares()[table] ?? {};
