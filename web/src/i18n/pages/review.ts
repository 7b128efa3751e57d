/** The texts of a review. */
import { defineTexts } from '..';

export const reviewText = defineTexts('review');
