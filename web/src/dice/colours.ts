import { t } from '../i18n';

/** The colours of dice in their order in the tray: black, blue, green, yellow and red. */
export const COLOURS = ['k', 'b', 'g', 'y', 'r'] as const;
export type Colour = (typeof COLOURS)[number];

export const colourLabel = (colour: Colour) => t(`colour.${colour}`);
