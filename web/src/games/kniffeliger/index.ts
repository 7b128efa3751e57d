import type { Extras } from '..';
import ActionHand from './ActionHand.svelte';
import EndTurn from './EndTurn.svelte';
import { isAttack, journeys, moveText } from './moves';
import { story } from './story';
import { todo } from './todo';
import { endedByItself } from './turn';

export default {
  colour: 'k',
  Hand: ActionHand,
  Buttons: EndTurn,
  todo,
  endedByItself,
  isAttack,
  journeys,
  moveText,
  story,
  manySheets: true,
} satisfies Extras;
