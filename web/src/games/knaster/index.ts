import type { GameExtras } from '../types';
import { RULED_GRID_SIZE } from '../../sheet/sheetSize';
import Buttons from './Buttons.svelte';
import { moveText } from './moveText';
import { scoreParts } from './scoreParts';
import { squares } from './squares';
import { instruction } from './instruction';

export default {
  sign: '🟨',
  Buttons,
  sheetSize: RULED_GRID_SIZE,
  paperVocabulary: 'circled',
  moveText,
  scoreParts,
  squares,
  instruction,
} satisfies GameExtras;
