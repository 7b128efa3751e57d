/** The texts of tables with other phones, without a server. */
import { defineTexts } from '..';

export const phonesText = defineTexts('phones');
