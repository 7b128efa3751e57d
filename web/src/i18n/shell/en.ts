import type { Translation } from '../types';
import type de from './de';

export default {
  'common.close': 'Close',
} as const satisfies Translation<typeof de>;
