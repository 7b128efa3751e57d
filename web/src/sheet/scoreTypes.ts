// The rows, columns and entries of a score table.
import type { ActionDie } from '../dice/actionDice';

/** The state of an open row. */
export type RowState = 'frozen' | 'frozen_next' | 'crossed';

export interface ScoreEntry {
  /** The text in pencil. */
  text: string;
  /** The accessible name. */
  label: string;
  action?: string | undefined;
  /** The number that the action would write. */
  offer?: string;
  /** The text and the label while the action is pencilled in. */
  draft?: { text: string; label: string };
  /** A zero, which is struck through as on paper. */
  struck?: boolean;
  state?: RowState | undefined;
  /** Printed values; the first `used` of them are struck out. */
  strikes?: { values: number[]; used: number };
  /** The player's action dice; `later`: playable from the next round. */
  dice?: { die: ActionDie; later: boolean }[];
}

export interface ScoreRow {
  key: string;
  label: string;
  /** For narrow pads. */
  short?: string;
  /** The face of a die drawn beside the label. */
  face?: number;
  kind: 'field' | 'sum' | 'total';
}

export interface ScoreColumn {
  key: string;
  /** The owner of the fields. */
  seat: number;
  head: string;
  own?: boolean;
  entries: Record<string, ScoreEntry>;
}
