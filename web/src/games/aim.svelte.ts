import type { ActionDie } from './types';

/** The action die of Kniffeliger that is being aimed: chosen in the dice tray, its targets are shown on the sheets. */
export const aim = $state<{ die: ActionDie | null }>({ die: null });
