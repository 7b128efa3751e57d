/** What the page has of each game: the files in the folder that bears the game's name are found by their own names. */
import type { Component } from 'svelte';
import type { Colour } from '../dice/colours';
import type { Words } from '../i18n';
import type { SeenMove } from '../lib/moves';
import type { SheetProps } from '../sheet/props';
import type { Position } from '../wire';

/** What a game may add to the dice tray and the log, as the default export of its `index.ts`. */
export interface Extras {
  /** The colours of its dice, in the order in which they lie. */
  dieColours?: readonly Colour[];
  /** What is shown below the dice. */
  Hand?: Component<HandProps>;
  /** What is to be done now, where the tray cannot know it. */
  notice?: (position: Position) => Notice | null;
  /** A move that other games do not have, in words. */
  moveText?: (move: SeenMove) => string | null;
}

export interface HandProps {
  position: Position;
  names: string[];
  act: (action: string) => void;
}

export interface Notice {
  text: string;
  /** Something was begun that is to be ended. */
  begun: boolean;
}

function byGame<Part>(files: Record<string, Part>): Partial<Record<string, Part>> {
  return Object.fromEntries(Object.entries(files).map(([path, part]) => [path.split('/')[1], part]));
}

/** The one that every game has. */
export const sheets = byGame(
  import.meta.glob<Component<SheetProps>>('./*/Sheet.svelte', { eager: true, import: 'default' }),
);
/** How to play. */
export const howtos = byGame(import.meta.glob<Component>('./*/HowTo.svelte', { eager: true, import: 'default' }));
/** The picture on the home page. */
export const pictures = byGame(import.meta.glob<Component>('./*/Art.svelte', { eager: true, import: 'default' }));
/** What the page says of a game; `about` is the line on the home page. */
export const gameWords = byGame(
  import.meta.glob<Words<{ about: string }>>('./*/words.ts', { eager: true, import: 'default' }),
);
export const extras = byGame(import.meta.glob<Extras>('./*/index.ts', { eager: true, import: 'default' }));
