// The interpreter for games without a server, on the device before it is needed: loaded while the page is idle where
// that costs nothing, and offered elsewhere.

import { loadItem, saveItem } from '../preferences/storage';
import { isGameInProgress } from './gameInProgress.svelte';
import { hasFinishedGame } from './installation.svelte';
import { hasServiceWorkers, isPackKept, keepPack } from './serviceWorker';

/** https://developer.mozilla.org/docs/Web/API/NetworkInformation */
interface NetworkInformation {
  saveData?: boolean;
  type?: string;
}

const DECLINED = 'pack-declined';

/** Keep in mind whether the person has deleted the interpreter, which is then neither loaded nor offered. */
export const declinePack = (declined: boolean) => saveItem(DECLINED, declined ? 'yes' : '');

/** True if somebody plays on this device that has no interpreter. */
export const isPackWanted = async () =>
  hasServiceWorkers && hasFinishedGame() && !loadItem(DECLINED) && !(await isPackKept());

/** True if loading costs the person nothing. Where the browser does not tell, machines with a mouse are at a fixed line. */
export function isUnmetered(): boolean {
  const { saveData, type } = (navigator as { connection?: NetworkInformation }).connection ?? {};
  if (saveData) return false;
  return type === undefined ? matchMedia('(hover: hover) and (pointer: fine)').matches : /^(wifi|ethernet)$/.test(type);
}

const idle = () =>
  new Promise<void>((done) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => done());
    else setTimeout(done);
  });

/** Load the interpreter if it is wanted, costs nothing and disturbs no game. */
export async function loadPackWhenIdle(): Promise<void> {
  if (!isUnmetered() || !(await isPackWanted())) return;
  await idle();
  if (!isGameInProgress()) await keepPack();
}
