import type { Extras } from '..';
import { moveText } from './moves';
import { story } from './story';
import { leverWord, spare, todo } from './todo';

export default {
  colour: 'r',
  needs: { least: { width: 264, height: 278 }, full: { width: 480, height: 430 } },
  leverWord,
  moveText,
  spare,
  story,
  todo,
} satisfies Extras;
