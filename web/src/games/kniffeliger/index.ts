import type { Extras } from '..';
import ActionHand from './ActionHand.svelte';
import EndTurn from './EndTurn.svelte';
import { moveText } from './moves';
import { story } from './story';
import { todo } from './todo';

export default { Hand: ActionHand, Buttons: EndTurn, todo, moveText, story, manySheets: true } satisfies Extras;
