/** Corrections of earlier rolls and entries, where real dice lie on the table. */
import { defineTexts } from '..';

export const correctText = defineTexts('correct');
