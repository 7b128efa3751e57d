import type { Extras } from '..';
import { moveText } from './moves';
import { needs } from './needs';
import { story } from './story';
import { leverWord, spare, todo } from './todo';

export default {
  colour: 'r',
  needs,
  leverWord,
  moveText,
  spare,
  story,
  todo,
} satisfies Extras;
