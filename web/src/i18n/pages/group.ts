/** The texts of the pages of groups. */
import { defineTexts } from '..';

export const groupText = defineTexts('group');
