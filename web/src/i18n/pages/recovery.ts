/** The texts about recovery sheets, which sign in a new device, and about bringing data back. */
import { defineTexts } from '..';

export const recoveryText = defineTexts('recovery');
