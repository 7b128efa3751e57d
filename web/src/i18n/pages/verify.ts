/** The texts of the page that checks the dice of a game. */
import { defineTexts } from '..';

export const verifyText = defineTexts('verify');
