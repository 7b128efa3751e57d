/** The texts of printed pads and of the page that prints them. */
import { defineTexts } from '..';

export const printText = defineTexts('print');
