/** The texts about the calendar of deadlines. */
import { defineTexts } from '..';

export const calendarText = defineTexts('calendar');
