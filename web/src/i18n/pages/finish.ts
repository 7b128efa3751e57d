/** The sentences at the end of a game. */
import { defineTexts } from '..';

export const finishText = defineTexts('finish');
