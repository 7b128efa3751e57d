import type { Extras } from '..';
import ActionHand from './ActionHand.svelte';
import { moveText } from './moves';
import { notice } from './notice';

export default { Hand: ActionHand, notice, moveText } satisfies Extras;
