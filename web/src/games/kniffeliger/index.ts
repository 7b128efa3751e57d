import type { Extras } from '..';
import ActionHand from './ActionHand.svelte';
import EndTurn from './EndTurn.svelte';
import { moveText } from './moves';
import { todo } from './todo';

export default { Hand: ActionHand, Buttons: EndTurn, todo, moveText, manySheets: true } satisfies Extras;
