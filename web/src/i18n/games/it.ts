import type { Translation } from '../types';
import type de from './de';

export default {} as const satisfies Translation<typeof de>;
