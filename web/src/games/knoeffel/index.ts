import type { GameExtras } from '../types';
import { moveText } from './moveText';
import { sheetSize } from './sheetSize';
import { scoreParts } from './scoreParts';
import { squares } from './squares';
import { rollLabel, pointsAtRisk, instruction } from './instruction';

export default {
  sign: '🟥',
  sheetSize,
  rollLabel,
  moveText,
  pointsAtRisk,
  scoreParts,
  squares,
  instruction,
  paperVocabulary: 'points',
  printedOptions: ['columns', 'free_rolls', 'knoeffel_points', 'joker'],
  presets: { classic: { columns: 1, free_rolls: 'none', knoeffel_points: 50 } },
} satisfies GameExtras;
