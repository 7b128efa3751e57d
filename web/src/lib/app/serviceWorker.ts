// The page's side of the service worker, which keeps the page's files for starts without a network.

import type { PackList, WorkerAnswer, WorkerMessage } from '../../serviceWorker/messages';
import { fileUrl } from '../connection/addresses';
import { packListUrl } from '../offline/packList';

/** False if the browser permits no service worker: without HTTPS, or in some private windows. */
export const hasServiceWorkers = 'serviceWorker' in navigator;

/** Send a message to the active service worker. Resolves to false if there is none or if it fails. */
async function request(message: WorkerMessage, onprogress?: (share: number) => void): Promise<boolean> {
  const worker = hasServiceWorkers ? (await navigator.serviceWorker.getRegistration())?.active : null;
  if (!worker) return false;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if (data === 'finished' || data === 'failed') {
        port1.close();
        resolve(data === 'finished');
      } else {
        onprogress?.(data.done / data.total);
      }
    };
    worker.postMessage(message, [port2]);
  });
}

/** Keep all files of the page, also those that it has not loaded yet, and renew the interpreter if it is kept. */
export const keepPage = () => request({ type: 'keep', what: 'page' });

/** Keep the interpreter that runs the games without a server; `onprogress` gets the share of its files that are kept. */
export const keepPack = (onprogress?: (share: number) => void) => request({ type: 'keep', what: 'pack' }, onprogress);

/** Delete the interpreter. */
export const dropPack = () => request({ type: 'drop' });

/** True if the interpreter is kept. */
export const isPackKept = async () => 'caches' in globalThis && Boolean(await caches.match(packListUrl()));

/** The size of the interpreter as it is transferred; null if the server has none. */
export async function fetchPackBytes(): Promise<number | null> {
  const response = await fetch(packListUrl());
  if (response.status !== 200) return null;
  const { files } = (await response.json()) as PackList;
  const heads = await Promise.all(files.map((file) => fetch(fileUrl(file), { method: 'HEAD' })));
  return heads.reduce((sum, { headers }) => sum + Number(headers.get('content-length')), 0);
}
