import type { Extras } from '..';
import { moveText } from './moves';

export default { moveText } satisfies Extras;
