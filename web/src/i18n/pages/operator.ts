/** The texts of the operator’s page. */
import { defineTexts } from '..';

export const operatorText = defineTexts('operator');
