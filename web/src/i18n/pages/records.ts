/** The texts about playing on differently from a record. */
import { defineTexts } from '..';

export const recordsText = defineTexts('records');
