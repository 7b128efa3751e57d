/** The texts of actions in the coach’s lists. */
import { defineTexts } from '..';

export const choiceWords = defineTexts('choice');
