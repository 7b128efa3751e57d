/** The texts about the webhook of a group. */
import { defineTexts } from '..';

export const webhookText = defineTexts('webhook');
