import { t } from '../i18n';

/** The faces 1 to 5 of the action die; its 6 is all five. */
export const ACTION_DICE = ['steal', 'freeze', 'cross', 'shift', 'swap'] as const;
export type ActionDie = (typeof ACTION_DICE)[number];
export type ActionFace = ActionDie | 'all';

export const actionFace = (face: number): ActionFace => ACTION_DICE[face - 1] ?? 'all';

export const actionDieLabel = (die: ActionFace) => t(`die.${die}`);
