import type { Extras } from '..';
import ActionHand from './ActionHand.svelte';
import EndTurn from './EndTurn.svelte';
import { isAttack, moveText } from './moves';
import { story } from './story';
import { todo } from './todo';

export default {
  Hand: ActionHand,
  Buttons: EndTurn,
  todo,
  isAttack,
  moveText,
  story,
  manySheets: true,
} satisfies Extras;
