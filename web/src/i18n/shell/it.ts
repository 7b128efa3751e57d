import type { Translation } from '../types';
import type de from './de';

export default {
  'common.close': 'Chiudi',
} as const satisfies Translation<typeof de>;
