import type { Extras } from '..';
import { moveText } from './moves';
import { story } from './story';
import { leverWord, spare, todo } from './todo';

export default { colour: 'r', broad: true, leverWord, moveText, spare, story, todo } satisfies Extras;
