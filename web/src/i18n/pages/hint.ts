/** The coach’s hints during a game. */
import { defineTexts } from '..';

export const hintText = defineTexts('hint');
