// The entry that is pencilled in on the own sheet: a second tap enters it, a tap elsewhere moves it.

import { Draft } from './draft.svelte';

/** The action, and a label with the place and its points. */
export interface DraftEntry {
  action: string;
  label: string;
}

export const draftEntry = new Draft<DraftEntry | null>(() => null);
