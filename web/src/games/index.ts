// The parts of each game, found by the names of their files in the game's folder.
import type { Component } from 'svelte';
import type { Steps } from '../guide/steps';
import type { Translate } from '../i18n';
import type { SheetProps } from '../sheet/props';
import { GRID_SIZE, type SheetSize } from '../sheet/sheetSize';
import type { Position } from '../wire';
import type { GameExtras, GameRules } from './types';

function byGame<Part>(files: Record<string, Part>): Partial<Record<string, Part>> {
  return Object.fromEntries(Object.entries(files).map(([path, part]) => [path.split('/')[1], part]));
}

/** The sheet, the only part that every game has. */
export const gameSheets = /* @__PURE__ */ byGame(
  import.meta.glob<Component<SheetProps>>('./*/Sheet.svelte', { eager: true, import: 'default' }),
);
export const gameHowTos = /* @__PURE__ */ byGame(
  import.meta.glob<Component>('./*/HowTo.svelte', { eager: true, import: 'default' }),
);
/** The picture on the home page. */
export const gamePictures = /* @__PURE__ */ byGame(
  import.meta.glob<Component>('./*/Picture.svelte', { eager: true, import: 'default' }),
);
/** The game's texts; `about` is the line on the home page. */
export const gameTexts = /* @__PURE__ */ byGame(
  import.meta.glob<Translate<{ about: string }>>('./*/texts.ts', { eager: true, import: 'default' }),
);
export const gameExtras = /* @__PURE__ */ byGame(
  import.meta.glob<GameExtras>('./*/index.ts', { eager: true, import: 'default' }),
);
/** The short rules on printed pads. */
export const gameRules = /* @__PURE__ */ byGame(
  import.meta.glob<GameRules>('./*/rules.ts', { eager: true, import: 'default' }),
);
/** The steps of the guided first round, loaded on demand. */
export const gameGuides = /* @__PURE__ */ byGame(import.meta.glob<Steps>('./*/guide.ts', { import: 'default' }));

/** The size of the game's sheet. */
export function sheetSizeOf(position: Position): SheetSize {
  const size = gameExtras[position.game]?.sheetSize ?? GRID_SIZE;
  return typeof size === 'function' ? size(position) : size;
}
