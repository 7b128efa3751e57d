/** The texts of games over days. */
import { defineTexts } from '..';

export const slowText = defineTexts('slow');
