/** The texts of quick reactions. */
import { defineTexts } from '..';

export const reactionText = defineTexts('reaction');
