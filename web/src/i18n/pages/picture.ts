/** The texts of the picture of a finished game. */
import { defineTexts } from '..';

export const pictureWords = defineTexts('picture');
