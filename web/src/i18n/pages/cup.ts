/** The texts of the pages of cups. */
import { defineTexts } from '..';

export const cupText = defineTexts('cup');
