// How each game is played.
import type { Component } from 'svelte';
import { byGame } from './byGame';

export const gameHowTos = /* @__PURE__ */ byGame(
  import.meta.glob<Component>('./*/HowTo.svelte', { eager: true, import: 'default' }),
);
