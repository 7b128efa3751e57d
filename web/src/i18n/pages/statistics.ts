/** The texts of the statistics and of practice. */
import { defineTexts } from '..';

export const statisticsText = defineTexts('statistics');
