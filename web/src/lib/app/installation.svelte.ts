// The offer to install the page on this device, once, after the second finished game.

import { loadItem, saveItem } from '../preferences/storage';
import { keepPage } from './serviceWorker';

/** https://developer.mozilla.org/docs/Web/API/BeforeInstallPromptEvent */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

const GAMES_BEFORE_OFFER = 2;
const FINISHED = 'finished';
const OFFERED = 'install-offered';

let prompt = $state.raw<InstallPrompt | null>(null);
let isOffered = $state(false);

/** True on iOS and iPadOS, where only the person can install a page, by the browser's menu. */
export const installsByShareMenu = 'standalone' in navigator && navigator.standalone === false;

export const isInstalled = () =>
  matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true);

/** True if `install` shows the browser's dialog. */
export const canInstall = () => prompt !== null;

export const isInstallationOffered = () => isOffered;

export function declineInstallation(): void {
  isOffered = false;
}

/** Show the browser's dialog. */
export async function install(): Promise<void> {
  isOffered = false;
  const shown = prompt;
  // The browser shows it only once.
  prompt = null;
  await shown?.prompt();
}

/** True if a game was finished on this device. */
export const hasFinishedGame = () => loadItem(FINISHED) !== undefined;

/** Count a game that was finished on this device, and offer the installation after the second. */
export function countFinishedGame(): void {
  const finished = Number(loadItem(FINISHED) ?? 0) + 1;
  saveItem(FINISHED, String(finished));
  void keepPage();
  if (finished < GAMES_BEFORE_OFFER || loadItem(OFFERED)) return;
  if (!canInstall() && (!installsByShareMenu || isInstalled())) return;
  saveItem(OFFERED, 'yes');
  isOffered = true;
}

addEventListener('beforeinstallprompt', (event) => {
  // Otherwise some browsers show an offer immediately.
  event.preventDefault();
  prompt = event as InstallPrompt;
});

addEventListener('appinstalled', () => {
  prompt = null;
  isOffered = false;
  void keepPage();
});
