/** The texts of the exercises. */
import { defineTexts } from '..';

export const trainingText = defineTexts('training');
