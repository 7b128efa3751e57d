import type { Component } from 'svelte';
import KnappDaneben from './KnappDaneben.svelte';
import Knaster from './Knaster.svelte';
import Kniffeliger from './Kniffeliger.svelte';
import Knister from './Knister.svelte';
import Knoeffel from './Knoeffel.svelte';

/** How every game is played, by the game's name. */
export const howtos: Record<string, Component> = {
  knister: Knister,
  knaster: Knaster,
  knapp_daneben: KnappDaneben,
  knoeffel: Knoeffel,
  kniffeliger: Kniffeliger,
};
