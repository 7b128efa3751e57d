import type { Extras } from '..';
import { moveText } from './moves';
import { leverWord, spare, todo } from './todo';

export default { leverWord, moveText, spare, todo } satisfies Extras;
