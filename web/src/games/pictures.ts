// The pictures of the games on the home page.
import type { Component } from 'svelte';
import { byGame } from './byGame';

export const gamePictures = /* @__PURE__ */ byGame(
  import.meta.glob<Component>('./*/Picture.svelte', { eager: true, import: 'default' }),
);
