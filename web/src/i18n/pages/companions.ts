/** The texts about people with whom the person played. */
import { defineTexts } from '..';

export const companionsText = defineTexts('companions');
