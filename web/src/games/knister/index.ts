import type { GameExtras } from '../types';
import { RULED_GRID_SIZE } from '../../sheet/sheetSize';
import { scoreParts } from './scoreParts';
import { squares } from './squares';

export default {
  sign: '🟦',
  sheetSize: RULED_GRID_SIZE,
  sharesNumbers: true,
  scoreParts,
  squares,
} satisfies GameExtras;
