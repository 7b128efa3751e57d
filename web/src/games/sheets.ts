// The sheet, the only part that every game has.
import type { Component } from 'svelte';
import type { SheetProps } from '../sheet/props';
import { byGame } from './byGame';

export const gameSheets = /* @__PURE__ */ byGame(
  import.meta.glob<Component<SheetProps>>('./*/Sheet.svelte', { eager: true, import: 'default' }),
);
