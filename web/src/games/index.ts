import type { Component } from 'svelte';
import KnappDaneben from './KnappDaneben.svelte';
import Knaster from './Knaster.svelte';
import Kniffeliger from './Kniffeliger.svelte';
import Knister from './Knister.svelte';
import Knoeffel from './Knoeffel.svelte';
import type { SheetProps } from './types';

/** The sheet of every game, by the game's name. */
export const sheets: Record<string, Component<SheetProps>> = {
  knister: Knister,
  knaster: Knaster,
  knapp_daneben: KnappDaneben,
  knoeffel: Knoeffel,
  kniffeliger: Kniffeliger,
};
