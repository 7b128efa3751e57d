import type { ActionFace } from '../dice/actionDice';

/** A row of a scoring table. */
export interface ScoringRow {
  label: string;
  points: string;
  /** An example of numbers in cells. */
  cells?: number[];
  /** An example of dice. */
  dice?: number[];
  icon?: ActionFace;
}
