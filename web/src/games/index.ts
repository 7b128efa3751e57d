/** What the page has of each game: the files in the folder that bears the game's name are found by their own names. */
import type { Component } from 'svelte';
import type { Colour } from '../dice/colours';
import type { Steps } from '../guide/steps';
import type { Words } from '../i18n';
import type { Journey } from '../lib/happenings';
import type { SeenMove } from '../lib/moves';
import { GRID, type Needs } from '../sheet/needs';
import type { SheetProps } from '../sheet/props';
import type { LogEntry, Position } from '../wire';

/** What a game may add to the dice tray, the instruction and the log, as the default export of its `index.ts`. */
export interface Extras {
  /** What tells it from the other games. */
  colour?: Colour;
  /** The colours of its dice, in the order in which they lie. */
  dieColours?: readonly Colour[];
  /** The dice as things to choose, in the order in which they lie; null while they are none. */
  dieOffers?: (position: Position, hints: boolean, act: (action: string) => void) => DieOffer[] | null;
  /** How options are chosen that are no lists; null: not where a table is set up. */
  options?: Partial<Record<string, Component<OptionProps> | null>>;
  /** What is shown below the dice. */
  Hand?: Component<HandProps>;
  /** Buttons that belong to the instruction. */
  Buttons?: Component<HandProps>;
  /** What is to be done now, where other games know nothing like it. */
  todo?: (position: Position, names: string[]) => string | null;
  /** What stands on a lever that costs something. */
  leverWord?: (position: Position) => string | null;
  /** What a seat's score holds that it can still lose. */
  spare?: (position: Position, seat: number) => number;
  /** Where the points of a seat's sheet came from, told at the end. */
  story?: (position: Position, seat: number) => Part[];
  /** Its sheet shows those of the others too. */
  manySheets?: boolean;
  /** The room that its sheet needs, if that is not what any grid does. */
  needs?: Needs | ((position: Position) => Needs);
  /** Whether one's own turn has just ended without one's ending it. */
  endedByItself?: (entries: LogEntry[], before: Position, after: Position) => boolean;
  /** A move that strikes the others' sheets. */
  isAttack?: (action: string) => boolean;
  /** What a seat's move carries from sheet to sheet, among so many seats. */
  journeys?: (action: string, seat: number, seats: number) => Journey[];
  /** A move that other games do not have, in words. */
  moveText?: (move: SeenMove) => string | null;
}

export interface OptionProps {
  value: string | number | boolean;
  change: (value: string) => void;
}

/** A part of a score. */
export interface Part {
  label: string;
  /** What it was for, or what was missed. */
  what: string;
  /** null: it only tells what was missed. */
  points: number | null;
}

/** A die that may be chosen. */
export interface DieOffer {
  label: string;
  /** What stands below it. */
  caption: string;
  open: boolean;
  pressed?: boolean | undefined;
  /** The action that a tap takes. */
  action?: string | undefined;
  take: () => void;
}

export interface HandProps {
  position: Position;
  names: string[];
  act: (action: string) => void;
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
/** The steps of a guided first round, read only where one is wanted. */
export const guides = byGame(import.meta.glob<Steps>('./*/guide.ts', { import: 'default' }));

/** The room that a sheet of this game needs. */
export function needsOf(position: Position): Needs {
  const needs = extras[position.game]?.needs ?? GRID;
  return typeof needs === 'function' ? needs(position) : needs;
}
