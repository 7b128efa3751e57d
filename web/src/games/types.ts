// What a game's folder may contribute to the page.
import type { Component } from 'svelte';
import type { Colour } from '../dice/colours';
import type { ScoringRow } from '../howto/scoringRow';
import type { LoggedMove } from '../lib/game/moveText';
import type { SheetTransfer } from '../lib/game/newsQueue.svelte';
import type { Vocabulary } from '../lib/paper/sheetReading';
import type { SheetSize } from '../sheet/sheetSize';
import type { Square } from '../sheet/squares';
import type { LogEntry, Position, Settings } from '../wire';

/** Additions to the dice tray, the instruction and the log: the default export of a game's `index.ts`. */
export interface GameExtras {
  /** The square of its colour, for texts. */
  sign?: string;
  /** The colours of its dice, in their order in the tray. */
  dieColours?: readonly Colour[];
  /** The dice as choices, in their order in the tray; null while they cannot be chosen. */
  dieChoices?: (position: Position, hints: boolean, act: (action: string) => void) => DieChoice[] | null;
  /** Fields for options that need more than a list; null for options that are not set with the table. */
  optionFields?: Partial<Record<string, Component<OptionProps> | null>>;
  /** Well-known sets of options, by name. */
  presets?: Readonly<Record<string, Options>>;
  /** The options that change a blank sheet. */
  printedOptions?: readonly string[];
  /** Shown below the dice. */
  Hand?: Component<HandProps>;
  /** Buttons in the instruction. */
  Buttons?: Component<HandProps>;
  /** What to do now, where the common instructions do not apply. */
  instruction?: (position: Position, names: string[]) => string | null;
  /** The label of the lever when a roll costs points. */
  rollLabel?: (position: Position) => string | null;
  /** The points of a seat's score that it can still lose. */
  pointsAtRisk?: (position: Position, seat: number) => number;
  /** The parts of a seat's final score. */
  scoreParts?: (position: Position, seat: number) => ScorePart[];
  /** A seat's sheet as coloured squares, which do not show the dice. */
  squares?: (position: Position, seat: number) => Square[][];
  /** True if the sheet also shows those of the other players. */
  showsAllSheets?: boolean;
  /** The size of its sheet, if it is not that of a grid. */
  sheetSize?: SheetSize | ((position: Position) => SheetSize);
  /** What the cells of its sheet on paper contain, if not the numbers of two dice. */
  paperVocabulary?: Vocabulary;
  /** True if all players enter the same numbers. */
  sharesNumbers?: boolean;
  /** True if the receiver's turn has just ended without a command. */
  turnEndedAutomatically?: (entries: LogEntry[], before: Position, after: Position) => boolean;
  /** True if an action affects other players' sheets. */
  isAttack?: (action: string) => boolean;
  /** What a seat's action transfers from sheet to sheet, in a game with this number of seats. */
  sheetTransfers?: (action: string, seat: number, seats: number) => SheetTransfer[];
  /** Describes actions that only this game has. */
  moveText?: (move: LoggedMove) => string | null;
}

export type Options = Settings['options'];

/** The short rules on printed pads and on the card during play: the default export of a game's `rules.ts`. */
export interface GameRules {
  /** The steps of a turn, under the options of a position. */
  turn: (position: Position) => string[];
  /** Said before the scoring. */
  intro?: () => string;
  /** What scores, under these options; by default, those that are printed. */
  scoring: (options?: Options) => ScoringRow[];
  /** What action dice do. */
  actions?: (options?: Options) => ScoringRow[];
  /** What else scores. */
  notes?: () => string[];
  /** What a turn brings besides the scoring, in games whose steps of a turn are not known during play. */
  extras?: (options: Options) => string[];
}

export interface OptionProps {
  value: string | number | boolean;
  change: (value: string) => void;
}

export interface ScorePart {
  label: string;
  /** What scored, or what was missed. */
  detail: string;
  /** null: only says what was missed. */
  points: number | null;
}

/** A die that may be chosen. */
export interface DieChoice {
  label: string;
  /** Shown below the die. */
  caption: string;
  enabled: boolean;
  pressed?: boolean | undefined;
  /** The action of a tap. */
  action?: string | undefined;
  choose: () => void;
}

export interface HandProps {
  position: Position;
  names: string[];
  act: (action: string) => void;
}
