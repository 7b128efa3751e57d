// The entry that one has pencilled in but not made: a second tap makes it, a tap elsewhere moves it.

import { Draft } from '../lib/draft.svelte';
import { remember, remembered } from '../lib/memory';

/** The action, and the place with what it would score, in words. */
export interface Pencilled {
  action: string;
  label: string;
}

export const pencilled = new Draft<Pencilled | null>(() => null);

const SETTING = 'pencil';
let first = $state(remembered(SETTING) !== 'off');

/** Whether entries are pencilled in first; who is sure of hand switches it off. */
export function pencilsFirst(): boolean {
  return first;
}

export function setPencilsFirst(on: boolean): void {
  first = on;
  remember(SETTING, on ? 'on' : 'off');
}
