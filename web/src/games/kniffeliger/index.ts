import type { GameExtras } from '../types';
import ActionHand from './ActionHand.svelte';
import EndTurn from './EndTurn.svelte';
import { isAttack, sheetTransfers, moveText } from './moves';
import { scoreParts } from './scoreParts';
import { squares } from './squares';
import { instruction } from './instruction';
import { turnEndedAutomatically } from './turnEnd';

export default {
  sign: '🟪',
  Hand: ActionHand,
  Buttons: EndTurn,
  instruction,
  paperVocabulary: 'points',
  turnEndedAutomatically,
  isAttack,
  sheetTransfers,
  moveText,
  scoreParts,
  squares,
  showsAllSheets: true,
} satisfies GameExtras;
