import type { GameExtras } from '../types';
import { RULED_GRID_SIZE } from '../../sheet/sheetSize';
import { scoreParts } from './scoreParts';

export default { colour: 'b', sheetSize: RULED_GRID_SIZE, scoreParts } satisfies GameExtras;
