/** The texts of the page for entering a game played on paper. */
import { defineTexts } from '..';

export const paperText = defineTexts('paper');
