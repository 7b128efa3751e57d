/** The texts of the page about the player’s devices, bots and data. */
import { defineTexts } from '..';

export const accountText = defineTexts('account');
