/** The texts of the lesson of a game. */
import { defineTexts } from '..';

export const lessonText = defineTexts('lesson');
