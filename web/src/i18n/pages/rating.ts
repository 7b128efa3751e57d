/** The texts about ratings. */
import { defineTexts } from '..';

export const ratingText = defineTexts('rating');
