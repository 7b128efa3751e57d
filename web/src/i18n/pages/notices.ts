/** The texts about notices. */
import { defineTexts } from '..';

export const noticesText = defineTexts('notices');
