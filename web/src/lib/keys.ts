// Keys that play, and what they do.

import { t } from '../i18n';

/** All keys of a game, for people: what is pressed, and what that does. */
export function keyHelp(): [keys: string, does: string][] {
  return [
    ['R', t('keys.roll')],
    ['1 – 5', t('keys.dice')],
    ['← ↑ ↓ →', t('keys.move')],
    ['Enter', t('keys.enter')],
    ['Esc', t('keys.back')],
    ['P', t('keys.points')],
    ['H', t('keys.hint')],
  ];
}

/** Whether a key is pressed for the game: not with a modifier that makes it the browser's, nor while one writes. */
export function isForTheGame({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const writing = (target as HTMLElement).closest('input, textarea, select, [contenteditable], dialog');
  return !altKey && !ctrlKey && !metaKey && !writing;
}
