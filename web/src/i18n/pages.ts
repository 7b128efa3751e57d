// The texts of the parts of the page, by their catalogues.

import { defineTexts } from './texts';

/** The texts of the page about the player’s devices, bots and data. */
export const accountText = defineTexts('account');

/** The texts about the calendar of deadlines. */
export const calendarText = defineTexts('calendar');

/** The texts of the camera that reads real dice. */
export const cameraText = defineTexts('camera');

/** The texts of actions in the coach’s lists. */
export const choiceWords = defineTexts('choice');

/** The texts about people with whom the person played. */
export const companionsText = defineTexts('companions');

/** Corrections of earlier rolls and entries, where real dice lie on the table. */
export const correctText = defineTexts('correct');

/** The texts of the pages of cups. */
export const cupText = defineTexts('cup');

/** The texts of the deals of the day. */
export const dayText = defineTexts('day');

/** The texts of games on this device, without a server. */
export const deviceText = defineTexts('device');

/** The sentences at the end of a game. */
export const finishText = defineTexts('finish');

/** The texts of the pages of groups. */
export const groupText = defineTexts('group');

/** The coach’s hints during a game. */
export const hintText = defineTexts('hint');

/** The texts of the lesson of a game. */
export const lessonText = defineTexts('lesson');

/** The texts about notices. */
export const noticesText = defineTexts('notices');

/** The texts of the operator’s page. */
export const operatorText = defineTexts('operator');

/** The texts of the page for entering a game played on paper. */
export const paperText = defineTexts('paper');

/** The texts of tables with other phones, without a server. */
export const phonesText = defineTexts('phones');

/** The texts of the picture of a finished game. */
export const pictureWords = defineTexts('picture');

/** The texts of printed pads and of the page that prints them. */
export const printText = defineTexts('print');

/** The texts about ratings. */
export const ratingText = defineTexts('rating');

/** The texts of quick reactions. */
export const reactionText = defineTexts('reaction');

/** The texts about playing on differently from a record. */
export const recordsText = defineTexts('records');

/** The texts about recovery sheets, which sign in a new device, and about bringing data back. */
export const recoveryText = defineTexts('recovery');

/** The texts of a review. */
export const reviewText = defineTexts('review');

/** The texts of games over days. */
export const slowText = defineTexts('slow');

/** The texts of the statistics and of practice. */
export const statisticsText = defineTexts('statistics');

/** The texts of the exercises. */
export const trainingText = defineTexts('training');

/** The texts of the page that checks the dice of a game. */
export const verifyText = defineTexts('verify');

/** The texts about the webhook of a group. */
export const webhookText = defineTexts('webhook');
