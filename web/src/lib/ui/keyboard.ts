// The keyboard shortcuts of a game.

import { t } from '../../i18n';

/** All shortcuts for the how-to: the keys, and what they do. */
export function keyHelp(): [keys: string, does: string][] {
  return [
    ['R', t('keys.roll')],
    ['1 – 5', t('keys.dice')],
    ['← ↑ ↓ →', t('keys.move')],
    ['Enter', t('keys.enter')],
    ['Esc', t('keys.back')],
    ['P', t('keys.points')],
    ['V', t('keys.values')],
    ['H', t('keys.hint')],
  ];
}

/** True if a key is a shortcut of the game: without a modifier, and not pressed in a field or a dialog. */
export function isGameKey(event: KeyboardEvent): boolean {
  return isPlainKey(event) && !(event.target as HTMLElement).closest('dialog');
}

/** True if a key is a shortcut in a dialog that enters dice. */
export function isDialogKey(event: KeyboardEvent): boolean {
  return isPlainKey(event) && (event.target as HTMLElement).closest('dialog') !== null;
}

function isPlainKey({ altKey, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  const typing = (target as HTMLElement).closest('input, textarea, select, [contenteditable]');
  return !altKey && !ctrlKey && !metaKey && !typing;
}
