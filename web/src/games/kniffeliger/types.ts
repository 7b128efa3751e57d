import type { ActionDie } from '../../dice/actionDice';

export interface KniffeligerSheet {
  rows: Record<string, number | null>;
  frozen: string[];
  /** Rows that will be frozen in the next round. */
  frozen_next_round: string[];
  crossed: string[];
  action_dice: Record<ActionDie, number>;
  action_dice_next_round: Record<ActionDie, number>;
  total: number;
}
