/** The texts of the deals of the day. */
import { defineTexts } from '..';

export const dayText = defineTexts('day');
