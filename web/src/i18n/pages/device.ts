/** The texts of games on this device, without a server. */
import { defineTexts } from '..';

export const deviceText = defineTexts('device');
